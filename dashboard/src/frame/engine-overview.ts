import { useSuspenseQuery } from '@tanstack/react-query';
import { isGone } from '../api/errors.ts';
import { overviewQuery } from '../api/queries.ts';
import type { EngineOverview } from '../api/types.ts';
import { useAccount, useEngineName } from '../session.ts';

interface Watching {
  /** Milliseconds until the next look, by what the last one showed; left out: only when one comes back to the window. */
  readonly every?: (engine: EngineOverview | undefined) => number | false;
  /** Where something is being typed: an engine that is gone must not take it along. */
  readonly stay?: boolean;
}

/** The engine of the page's address. Deleted in another tab, it is shown no longer: the boundary says so. */
export function useEngineOverview({ every, stay = false }: Watching = {}): EngineOverview {
  const { id } = useAccount();
  const name = useEngineName();
  const { data, error } = useSuspenseQuery({
    ...overviewQuery(id, name),
    refetchInterval: ({ state }) => every?.(state.data) ?? false,
  });
  if (!stay && isGone(error)) throw error;
  return data;
}
