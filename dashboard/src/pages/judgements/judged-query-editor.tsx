import { Button, Stack, VisuallyHidden } from '@mantine/core';
import { IconArrowLeft, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { EnginePage } from '../../frame/engine-page.tsx';
import { ConflictDialog } from '../../parts/conflict-dialog.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import { queryLabel } from '../curations/curations-query.ts';
import { SaveBar } from '../curations/save-bar.tsx';
import { DeleteJudgedQuery } from './delete-judged-query.tsx';
import { FindDocument } from './find-document.tsx';
import { type Graded, gradeIn, type SeenJudgements } from './grade-changes.ts';
import { gradeText } from './grades.ts';
import { useJudgedSearch } from './judged-search.ts';
import { useJudgementEdit } from './judgement-edit.ts';
import { useJudgementForm } from './judgement-form.ts';
import styles from './judgements.module.css';
import { judgementsOfPath, judgementsPage } from './judgements-query.ts';
import { LiveResults } from './live-results.tsx';
import { OtherJudged } from './other-judged.tsx';
import { QueryFigures } from './query-figures.tsx';

const FIRST = 10;
const MORE = 20;
const MOST = 90;

interface Props {
  readonly query: string;
  readonly seen: SeenJudgements;
}

/** Everything about the judgements of one query. */
export function JudgedQueryEditor({ query, seen }: Props) {
  const account = useAccount();
  const engine = useEngineName();
  const [, navigate] = useLocation();
  const [isDeleting, setDeleting] = useState(false);
  const [size, setSize] = useState(FIRST);
  const { form, dialog, discard } = useJudgementForm(query, seen);
  const mayChange = account.may('editor');
  const { changes } = form.values;
  const edit = useJudgementEdit(seen.data, changes, mayChange, form.input('changes').onChange);
  const search = useJudgedSearch(query, size);
  const shown = new Set(search.found?.map(({ id }) => id));
  const hasResults = search.found !== undefined || search.error !== null;
  const all = judgementsPage(account.id, engine);
  return (
    <EnginePage
      title={`Judgements of “${queryLabel(query)}”`}
      intro="Say how relevant documents are to this query. Grades count in evaluations when you save them."
      shows={{ path: judgementsOfPath(account.id, engine, query) }}
      actions={
        <>
          <Button component={Link} href={all} variant="default" leftSection={<IconArrowLeft size={16} />}>
            All judgements
          </Button>
          {mayChange && seen.data.length > 0 && (
            <Button variant="default" leftSection={<IconTrash size={16} />} onClick={() => setDeleting(true)}>
              Delete
            </Button>
          )}
        </>
      }
    >
      <VisuallyHidden role="status">{edit.said}</VisuallyHidden>
      <QueryFigures query={query} judgements={seen.data.length} />
      <div className={styles.columns}>
        <LiveResults
          query={query}
          search={search}
          edit={edit}
          onMore={(search.total ?? 0) > size && size < MOST ? () => setSize(size + MORE) : undefined}
        />
        <Stack>
          {hasResults && <OtherJudged ids={edit.ids.filter((id) => !shown.has(id))} edit={edit} />}
          {mayChange && <FindDocument edit={edit} />}
        </Stack>
      </div>
      {mayChange && (
        <SaveBar
          isNew={false}
          isChanged={changes.length > 0}
          isBusy={form.busy}
          messages={form.rest}
          onSave={form.submit}
          onDiscard={discard}
        />
      )}
      <ConflictDialog
        mine={changes}
        show={(value) => linesOf(value as readonly Graded[], changes)}
        {...dialog}
      />
      <DeleteJudgedQuery
        query={isDeleting ? query : null}
        version={seen.version}
        onDone={() => {
          form.reset();
          navigate(all);
        }}
        onClose={() => setDeleting(false)}
      />
    </EnginePage>
  );
}

/** The grades of the changed documents on either side of a conflict. */
const linesOf = (graded: readonly Graded[], changes: readonly Graded[]): string =>
  changes
    .map(({ document_id: id }) => `${id}: ${gradeText(gradeIn(graded, id))}`)
    .toSorted()
    .join('\n');
