import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { queryKey } from '../../../../src/tuning/query-key.ts';
import { IconSearch } from '../../frame/icons.ts';
import { useAddressPage, useAddressState } from '../../parts/address-state.ts';
import { Pages } from '../../parts/pages.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import { MOST_AUTOMATIC, useSavedEvaluation } from '../relevance/evaluation.ts';
import { DeleteJudgedQuery } from './delete-judged-query.tsx';
import { judgedQueriesOf } from './judged-queries.ts';
import { JudgedQueryTable } from './judged-query-table.tsx';
import type { Judgement } from './judgement.ts';
import { DEPTHS, SavedEvaluation } from './saved-evaluation.tsx';

const SIZE = 25;
const DEPTH = '10';

interface Props {
  /** All judgements of the engine, at least one. */
  readonly judgements: readonly Judgement[];
}

/** The judged queries with their figures. */
export function JudgedQueryList({ judgements }: Props) {
  const account = useAccount();
  const [find, setFind] = useAddressState('find');
  const [wantedPage, setPage] = useAddressPage();
  const [wantedDepth, setDepth] = useAddressState('k', DEPTH);
  const [deleted, setDeleted] = useState<string | null>(null);
  // Engines with many judgements are evaluated only on request.
  const [isRequested, setRequested] = useState(false);
  const all = judgedQueriesOf(judgements);
  const queries = all.filter(({ key }) => key.includes(queryKey(find)));
  const pages = Math.ceil(queries.length / SIZE);
  const page = Math.max(1, Math.min(wantedPage, pages));
  const depth = DEPTHS.includes(wantedDepth) ? wantedDepth : DEPTH;
  const isEvaluated = isRequested || judgements.length <= MOST_AUTOMATIC;
  const evaluation = useSavedEvaluation(account.id, useEngineName(), { k: Number(depth) }, isEvaluated);
  return (
    <>
      <SavedEvaluation
        evaluation={evaluation}
        depth={depth}
        onDepth={setDepth}
        onEvaluate={() => {
          if (isEvaluated) void evaluation.refetch();
          else setRequested(true);
        }}
      />
      {(all.length > SIZE || find !== '') && (
        <TextInput
          placeholder="Find a query"
          aria-label="Find a query"
          leftSection={<IconSearch size={16} stroke={1.6} />}
          value={find}
          onChange={(event) => setFind(event.currentTarget.value)}
        />
      )}
      <JudgedQueryTable
        queries={queries.slice((page - 1) * SIZE, page * SIZE)}
        evaluation={evaluation.data}
        mayChange={account.may('editor')}
        onDelete={setDeleted}
      />
      <Pages
        page={page}
        pages={pages}
        total={queries.length}
        unit="query"
        units="queries"
        onChange={setPage}
      />
      <DeleteJudgedQuery query={deleted} onClose={() => setDeleted(null)} />
    </>
  );
}
