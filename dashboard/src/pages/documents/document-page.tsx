import { Button } from '@mantine/core';
import { IconGhost, IconPencil, IconTrash } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback } from 'react';
import { Link, useLocation } from 'wouter';
import { queryOf, routeOf } from '../../addresses.ts';
import { useEngineOverview } from '../../frame/engine-overview.ts';
import { EnginePage } from '../../frame/engine-page.tsx';
import { usePageAction } from '../../frame/page-actions.ts';
import { PageSkeleton } from '../../frame/page-skeleton.tsx';
import { useAddressFlag } from '../../parts/address-state.ts';
import { cutText } from '../../parts/cut-text.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import { listPage, useDocumentId } from './document-address.ts';
import { DocumentFields } from './document-fields.tsx';
import { DraftNotice } from './draft-notice.tsx';
import { originalQuery } from './original.ts';
import { UndoLine } from './undo-line.tsx';
import { useDeletion } from './use-deletion.tsx';

const DocumentEditor = lazy(() =>
  import('./document-editor.tsx').then(({ DocumentEditor }) => ({ default: DocumentEditor })),
);

export function DocumentPage() {
  const account = useAccount();
  const engine = useEngineName();
  const id = useDocumentId();
  const [, navigate] = useLocation();
  const [editing, setEditing] = useAddressFlag('edit');
  const { schema, type } = useEngineOverview({ stay: editing });
  const { data: original } = useSuspenseQuery(originalQuery(account.id, engine, id));
  const all = listPage(account.id, engine);
  const { ask, busy, dialog } = useDeletion(schema, () => navigate(all));
  const mayChange = account.may('editor') && type !== 'meta';
  const isThere = original !== null;
  usePageAction(
    'Edit this document',
    useCallback(() => setEditing(true), [setEditing]),
    mayChange && isThere && !editing,
  );
  return (
    <EnginePage
      parent={all}
      title={id}
      shows={{ path: routeOf.api(account.id, 'engines', engine, 'documents') + queryOf({ ids: [id] }) }}
      actions={
        isThere &&
        !editing &&
        mayChange && (
          <>
            <Button
              variant="default"
              leftSection={<IconTrash size={16} />}
              loading={busy}
              onClick={() => ask({ ids: [id], seen: original.version })}
            >
              Delete
            </Button>
            <Button leftSection={<IconPencil size={16} />} onClick={() => setEditing(true)}>
              Edit
            </Button>
          </>
        )
      }
    >
      {dialog}
      {!isThere && <UndoLine />}
      {mayChange && !editing && (
        <DraftNotice id={id} version={original?.version} onContinue={() => setEditing(true)} />
      )}
      {editing && mayChange ? (
        <Suspense fallback={<PageSkeleton />}>
          <DocumentEditor id={id} original={original} onClose={() => setEditing(false)} />
        </Suspense>
      ) : isThere ? (
        <DocumentFields document={original.document} schema={schema} />
      ) : (
        <EmptyState
          icon={IconGhost}
          title="Document not found"
          actions={
            <Button component={Link} href={all} variant="light">
              Show all documents
            </Button>
          }
        >
          No document in this engine has the id “{cutText(id)}”. It may have been deleted.
        </EmptyState>
      )}
    </EnginePage>
  );
}
