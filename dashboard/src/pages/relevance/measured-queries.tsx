import { useState } from 'react';
import type { Sections } from '../../search-settings/settings.ts';
import { useAccount, useEngineName } from '../../session.ts';
import { MOST_AUTOMATIC, useEvaluation, useJudgementCount } from './evaluation.ts';
import { EvaluationPanel } from './evaluation-panel.tsx';
import { PinnedPanel } from './pinned-panel.tsx';
import type { Options } from './ranking-query.ts';

interface Props {
  readonly queries: readonly string[];
  readonly title: string;
  /** Search options of the unsaved settings. */
  readonly options: Options;
  /** The unsaved sections; null if there are none, or they are not complete yet. */
  readonly sections: Sections | null;
  readonly onTry: (query: string) => void;
  readonly onUnpin: (query: string) => void;
}

/** Pinned queries and, if the engine has judgements, their evaluation. */
export function MeasuredQueries({ queries, title, options, sections, onTry, onUnpin }: Props) {
  const account = useAccount();
  const engine = useEngineName();
  const judgements = useJudgementCount(account.id, engine).data ?? 0;
  const isAutomatic = judgements <= MOST_AUTOMATIC;
  // What was measured last, for engines where that takes a while.
  const [measured, setMeasured] = useState<{ readonly sections: Sections | null } | null>(null);
  const evaluation = useEvaluation(
    account.id,
    engine,
    isAutomatic ? sections : (measured?.sections ?? null),
    judgements > 0 && (isAutomatic || measured !== null),
  );
  return (
    <>
      <PinnedPanel
        queries={queries}
        title={title}
        options={options}
        evaluation={judgements > 0 ? evaluation.data : undefined}
        onTry={onTry}
        onUnpin={onUnpin}
      />
      {judgements > 0 && (
        <EvaluationPanel
          evaluation={evaluation}
          judgements={judgements}
          onMeasure={isAutomatic ? undefined : () => setMeasured({ sections })}
        />
      )}
    </>
  );
}
