import { limits } from '../../../../src/limits.ts';
import { ErrorBox } from '../../parts/error-box.tsx';
import { number } from '../../parts/numbers.ts';
import { Stat, Stats } from '../../parts/stat.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import { figureText, useSavedEvaluation } from '../relevance/evaluation.ts';

const DEPTH = limits.evaluatedResults.default;

interface Props {
  readonly query: string;
  /** The number of saved judgements of the query. */
  readonly judgements: number;
}

/** nDCG and MRR of one query with the saved settings and judgements. */
export function QueryFigures({ query, judgements }: Props) {
  const account = useAccount();
  const { data, error } = useSavedEvaluation(
    account.id,
    useEngineName(),
    { queries: [query] },
    judgements > 0,
  );
  if (judgements === 0) return null;
  return (
    <>
      <ErrorBox error={error} />
      <Stats>
        <Stat label={`nDCG@${DEPTH}`}>
          {data === undefined ? '' : figureText(data.present.ndcg, undefined)}
        </Stat>
        <Stat label={`MRR@${DEPTH}`}>
          {data === undefined ? '' : figureText(data.present.mrr, undefined)}
        </Stat>
        <Stat label="Saved judgements">{number(judgements)}</Stat>
      </Stats>
    </>
  );
}
