import type { Store } from '../store/port.ts';
import { termOf } from './term.ts';

/** Clicks that are moved at once. */
const AT_ONCE = 1000;

/**
 * Moves clicks that earlier versions stored among the documents to the events. The number of the last one is stored with
 * them, so that an interrupted move counts no click twice.
 */
export async function moveClicks(store: Store, isClosed: () => boolean): Promise<void> {
  if ((await store.clicks.after(0, 1)).length === 0) return;
  for (let mark = await store.events.mark(); !isClosed(); ) {
    // What was moved before an interruption is only removed.
    await store.transact('instance', ({ clicks }) => clicks.removeUpTo(mark));
    const clicks = await store.clicks.after(mark, AT_ONCE);
    if (clicks.length === 0) return;
    mark = clicks.reduce((last, { number }) => Math.max(last, number), mark);
    await store.events.insert({
      searches: [],
      clicks: clicks.map(({ engineId, createdAt, query, documentId, tags }) => ({
        engineId,
        time: createdAt,
        term: termOf(query),
        tags: [...new Set(tags)],
        documentId,
        requestId: null,
      })),
      requests: [],
      mark,
    });
  }
}
