import { useSuspenseQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { engineKey } from '../../api/queries.ts';
import type { EngineOverview } from '../../api/types.ts';
import { type Choices, readChoices, saneChoices, writeChoices } from '../../preview/choices.ts';
import { proposedChoices, rememberChoices, rememberedChoices } from './first-choices.ts';

/** The choices from the URL, else the saved ones, else defaults. Changes are written to the URL. */
export function useChoices(
  account: string,
  engine: EngineOverview,
): readonly [Choices, (change: Partial<Choices>) => void] {
  const [params, setParams] = useSearchParams();
  const given = readChoices(params);
  const isGiven = given !== undefined;
  const first = useSuspenseQuery({
    queryKey: engineKey(account, engine.name, 'preview', isGiven),
    queryFn: async ({ signal }) =>
      isGiven ? null : (rememberedChoices(account, engine.name) ?? proposedChoices(account, engine, signal)),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
  const choices = saneChoices(
    given ?? first ?? { title: '', text: '', address: '', image: '', facets: [], sorts: [] },
    engine.schema,
  );
  useEffect(() => {
    if (!isGiven && first !== null) setParams((before) => writeChoices(first, before), { replace: true });
  }, [isGiven, first, setParams]);
  const change = useCallback(
    (next: Partial<Choices>) => {
      const after = { ...choices, ...next };
      rememberChoices(account, engine.name, after);
      setParams((before) => writeChoices(after, before), { replace: true });
    },
    [account, engine.name, choices, setParams],
  );
  return [choices, change];
}
