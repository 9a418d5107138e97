import { useCallback, useState } from 'react';
import type { EngineOverview } from '../../api/types.ts';

/** With the moment of its making: another engine of the same name has failures of its own. */
const nameOf = (account: string, { name, created_at }: EngineOverview): string =>
  `findling-seen-failures ${account} ${name} ${created_at}`;

function kept(name: string): number | null {
  try {
    return Number(localStorage.getItem(name)) || null;
  } catch {
    return null;
  }
}

/** The schema change whose failures this browser no longer wants to be told about; a later one counts anew. */
export function useDismissedJob(
  account: string,
  engine: EngineOverview,
): [number | null, (job: number) => void] {
  const name = nameOf(account, engine);
  const [job, setJob] = useState(() => kept(name));
  const dismiss = useCallback(
    (next: number) => {
      setJob(next);
      try {
        localStorage.setItem(name, String(next));
      } catch {
        // Full or forbidden: then it holds as long as the page.
      }
    },
    [name],
  );
  return [job, dismiss];
}
