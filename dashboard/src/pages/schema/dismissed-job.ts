import { useCallback, useState } from 'react';
import type { EngineOverview } from '../../api/types.ts';

/** Includes the creation time, as an engine may be deleted and created again under the same name. */
const nameOf = (account: string, { name, created_at }: EngineOverview): string =>
  `findling-seen-failures ${account} ${name} ${created_at}`;

function kept(name: string): number | null {
  try {
    return Number(localStorage.getItem(name)) || null;
  } catch {
    return null;
  }
}

/** The schema change whose errors were dismissed in this browser; later changes are shown again. */
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
        // Storage is full or blocked: keep it in memory only.
      }
    },
    [name],
  );
  return [job, dismiss];
}
