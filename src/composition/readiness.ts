import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '../store/port.ts';

/** How long the store may take to answer, in milliseconds. */
const PATIENCE = 2000;

/**
 * Asks whether the store answers, with the smallest of reads that no cache answers. Calls while one is pending share it:
 * readiness needs no key, and its probes must not pile up on a store that is away.
 */
export function storeCheck({ instance }: Pick<Store, 'instance'>): () => Promise<boolean> {
  let asking: Promise<boolean> | undefined;
  const ask = (): Promise<boolean> =>
    instance.get('identity').then(
      () => true,
      () => false,
    );
  return async () => {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    const over = new AbortController();
    const late = sleep(PATIENCE, false, { signal: over.signal, ref: false }).catch(() => false);
    const answers = await Promise.race([asking, late]);
    over.abort();
    return answers;
  };
}
