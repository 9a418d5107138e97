import type { Nodes } from '../store/port.ts';

/** How long a lease holds without renewal, and how often it is renewed; in milliseconds. */
const LEASE = 6_000;
const RENEW_EVERY = 1_500;

/**
 * Runs `work` unless another node holds the lease of this name; false if one does. `lost` aborts when the lease could not
 * be renewed in time, because another node may run the same work from then on. Without other nodes the work just runs.
 */
export async function leasedWork(
  nodes: Nodes | undefined,
  name: string,
  work: (lost: AbortSignal) => Promise<void>,
): Promise<boolean> {
  const lost = new AbortController();
  if (nodes === undefined) {
    await work(lost.signal);
    return true;
  }
  let held = await taken(nodes, name);
  if (held === undefined) return false;
  let renewing: Promise<void> | undefined;
  const renew = async (): Promise<void> => {
    try {
      const next = await taken(nodes, name);
      if (next === undefined) lost.abort();
      else held = next;
    } catch {
      // The store may be away for a moment: the lease is lost only when it has expired.
    }
    if (held !== undefined && performance.now() > held.until) lost.abort();
    renewing = undefined;
  };
  const timer = setInterval(() => {
    renewing ??= renew();
  }, RENEW_EVERY).unref();
  try {
    await work(lost.signal);
  } finally {
    clearInterval(timer);
    await renewing;
    // A store that is away leaves the lease to expire.
    if (!lost.signal.aborted) await nodes.release(name, held.fence).catch(() => {});
  }
  return true;
}

/** Takes or extends a lease. `until` is measured from before the call: never later than the store's clock says. */
async function taken(
  nodes: Nodes,
  name: string,
): Promise<{ readonly fence: number; readonly until: number } | undefined> {
  const until = performance.now() + LEASE;
  const fence = await nodes.lease(name, LEASE);
  return fence === undefined ? undefined : { fence, until };
}
