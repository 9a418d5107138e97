import { useQueryClient } from '@tanstack/react-query';
import { queryKey } from '../../../../src/tuning/query-key.ts';
import { call } from '../../api/client.ts';
import { focusTitle } from '../../parts/focus-title.ts';
import { notify } from '../../parts/notify.ts';
import { useVersionedForm } from '../../parts/versioned-form.ts';
import { useAccount, useEngineName } from '../../session.ts';
import {
  type GradeApi,
  type GradeChange,
  type Graded,
  rebased,
  type SeenJudgements,
  saveGrades,
} from './grade-changes.ts';
import type { Judgement } from './judgement.ts';
import {
  judgementsOfQuery,
  judgementsPath,
  readJudgementsOf,
  refreshJudgements,
} from './judgements-query.ts';

/** An alias, as interfaces have no implicit index signature. */
export type JudgementValues = {
  readonly changes: readonly GradeChange[];
  /** The version that was edited; a restored draft may be older than what is loaded. */
  readonly version: string | null;
};

/** The form of the judgements of a query. */
export function useJudgementForm(query: string, seen: SeenJudgements) {
  const account = useAccount();
  const engine = useEngineName();
  const client = useQueryClient();
  const path = judgementsPath(account.id, engine);
  const bodyOf = (grades: readonly Graded[], withGrades: boolean) => ({
    judgements: grades.map(({ document_id, grade }) => ({
      query,
      document_id,
      ...(withGrades && { grade }),
    })),
  });
  const api: GradeApi = {
    read: () => readJudgementsOf(account.id, engine, query),
    set: (grades, ifMatch) => call('PUT', path, { body: bodyOf(grades, true), ifMatch }),
    remove: (grades, ifMatch) => call('DELETE', path, { body: bodyOf(grades, false), ifMatch }),
  };
  const show = (now: SeenJudgements): void => {
    client.setQueryData(judgementsOfQuery(account.id, engine, query).queryKey, now);
    form.reset({ changes: [], version: now.version });
  };
  const { form, dialog } = useVersionedForm<JudgementValues, SeenJudgements>({
    draft: `judgements ${account.id} ${engine} ${queryKey(query)}`,
    initial: { changes: [], version: seen.version },
    save: ({ changes, version }, over) =>
      over === null
        ? saveGrades(api, changes, version)
        : saveGrades(api, rebased(changes, over.current as readonly Judgement[]), over.version),
    saved: (now) => {
      notify.done('Judgements saved.');
      show(now);
      void refreshJudgements(client, account.id, engine);
      focusTitle();
    },
    takeTheirs: async () => {
      try {
        show(await api.read());
      } catch (error) {
        notify.failed(error);
      }
    },
  });
  return {
    form,
    dialog,
    discard: () => {
      form.reset();
      focusTitle();
    },
  };
}
