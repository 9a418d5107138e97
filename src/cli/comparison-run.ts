import { searchPair } from '../comparison/answer.ts';
import type { SearchPair, SentSearch } from '../comparison/search-pair.ts';
import type { SearchSide } from './search-side.ts';

/** Milliseconds between two lines about the progress. */
const PROGRESS_INTERVAL = 5000;

/**
 * Sends every search to both services, `concurrency` searches at a time. A search is answered by one side before it is sent
 * to the other, and the sides take turns in being first, so that neither side has the warmer caches or the busier machine.
 */
export async function runComparison(
  searches: readonly SentSearch[],
  left: SearchSide,
  right: SearchSide,
  concurrency: number,
): Promise<SearchPair[]> {
  for (const engine of new Set(searches.map((search) => search.engine))) {
    await left.check(engine);
    await right.check(engine);
  }
  const pairs: SearchPair[] = [];
  const report = progressOf(searches.length);
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < searches.length; at = next++) {
      const search = searches[at] as SentSearch;
      pairs[at] = await answeredBy(search, left, right, at % 2 === 0);
      report();
    }
  };
  const end = (error: unknown): never => {
    // The others stop after their current search.
    next = searches.length;
    throw error;
  };
  await Promise.all(Array.from({ length: concurrency }, () => work().catch(end)));
  return pairs;
}

async function answeredBy(
  search: SentSearch,
  left: SearchSide,
  right: SearchSide,
  isLeftFirst: boolean,
): Promise<SearchPair> {
  if (isLeftFirst) {
    const ofLeft = await left.search(search);
    return searchPair(search, ofLeft, await right.search(search));
  }
  const ofRight = await right.search(search);
  return searchPair(search, await left.search(search), ofRight);
}

/** Reports on standard error now and then how many searches are done; call it after each. */
function progressOf(total: number): () => void {
  let done = 0;
  let shownAt = performance.now();
  return () => {
    done++;
    const now = performance.now();
    if (now - shownAt < PROGRESS_INTERVAL) return;
    shownAt = now;
    process.stderr.write(`${done} of ${total} searches\n`);
  };
}
