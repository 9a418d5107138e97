import { List, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { routeOf } from '../../addresses.ts';
import { call } from '../../api/client.ts';
import { engineKey } from '../../api/queries.ts';
import { ConfirmByName } from '../../parts/confirm-by-name.tsx';
import { cutText } from '../../parts/cut-text.ts';
import { ErrorBox } from '../../parts/error-box.tsx';
import { notify } from '../../parts/notify.ts';
import { counted } from '../../parts/numbers.ts';
import { useAccount, useEngineName } from '../../session.ts';
import type { Browsing, Schema } from './browsing.ts';
import { filtersOf } from './document-search.ts';
import { filterWords } from './filter-words.ts';

interface Props {
  readonly opened: boolean;
  readonly schema: Schema;
  readonly browsing: Browsing;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** The response of `delete_by_filter`. */
interface Deleted {
  readonly matched: number;
  readonly deleted: number;
  readonly ids?: readonly string[];
}

/** Deletes all documents that pass the filters, which cannot be undone. */
export function DeleteMatching({ opened, schema, browsing, onDone, onClose }: Props) {
  const account = useAccount();
  const engine = useEngineName();
  const client = useQueryClient();
  const path = routeOf.api(account.id, 'engines', engine, 'documents', 'delete_by_filter');
  const filters = filtersOf(schema, browsing);
  const dryRun = useQuery({
    queryKey: engineKey(account.id, engine, 'matching', filters),
    queryFn: ({ signal }) =>
      call<Deleted>('POST', path, { body: { filters, dry_run: true }, signal, untracked: true }),
    enabled: opened,
    gcTime: 0,
  });
  const deleteAll = async (): Promise<void> => {
    try {
      const { deleted } = await call<Deleted>('POST', path, { body: { filters } });
      notify.done(`${counted(deleted, 'document')} deleted.`);
    } finally {
      // Even a request that fails may have deleted some.
      void client.invalidateQueries({ queryKey: engineKey(account.id, engine) });
    }
  };
  return (
    <ConfirmByName
      title="Delete all matching documents?"
      name={opened ? engine : null}
      button="Delete permanently"
      confirm={deleteAll}
      onDone={onDone}
      onClose={onClose}
    >
      <ErrorBox error={dryRun.error} />
      <Text size="sm">
        This deletes {dryRun.data === undefined ? 'all documents' : counted(dryRun.data.matched, 'document')}{' '}
        that match these filters, on all pages. It cannot be undone.
      </Text>
      <List size="sm" mt="xs">
        {filterWords(schema, browsing).map((words) => (
          <List.Item key={words}>{words}</List.Item>
        ))}
      </List>
      {dryRun.data?.ids !== undefined && (
        <Text size="sm" mt="xs" c="dimmed">
          For example{' '}
          {dryRun.data.ids
            .slice(0, 3)
            .map((id) => cutText(id))
            .join(', ')}
        </Text>
      )}
    </ConfirmByName>
  );
}
