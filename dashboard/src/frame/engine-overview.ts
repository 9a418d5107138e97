import { useSuspenseQuery } from '@tanstack/react-query';
import { isGone } from '../api/errors.ts';
import { overviewQuery } from '../api/queries.ts';
import type { EngineOverview } from '../api/types.ts';
import { useAccount, useEngineName } from '../session.ts';

interface Watching {
  /** Milliseconds until the next refetch, depending on the last result. By default only when the window regains focus. */
  readonly every?: (engine: EngineOverview | undefined) => number | false;
  /** For pages with input: keep the page if the engine is deleted, so that nothing typed is lost. */
  readonly stay?: boolean;
}

/** The engine of the current URL. If it is deleted in another tab, the error boundary says so. */
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
