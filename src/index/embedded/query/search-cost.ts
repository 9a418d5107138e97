import type { QueryPlan, SearchPlan } from '../../plan.ts';
import { BLOCK_SIZE } from '../segment/postings.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { hasKnownCounts, isCounted } from './facets/precomputed-counts.ts';
import { isEverything } from './filters/filter.ts';
import {
  CHEAP_ENGINE,
  CHEAP_SEGMENT,
  POSTINGS_PER_DOCUMENT,
  POSTINGS_PER_VALUE,
} from './tuning/thresholds.ts';

/**
 * How many postings a plan has to read, roughly and in few steps: the words that begin like each word of the query are
 * neighbours in the dictionary, so what they have together is one subtraction. Typos are not counted: they are rare.
 */
export function roughCost(view: Snapshot, plan: SearchPlan): number {
  const { query, fields } = plan;
  const docs = view.readers.reduce((sum, { segment }) => sum + segment.docCount, 0);
  if (docs < CHEAP_ENGINE) return docs;
  if (isKnown(view, plan)) return uncounted(view, plan) * POSTINGS_PER_VALUE;
  const texts = textsOf(query);
  if (texts === undefined) return docs * POSTINGS_PER_DOCUMENT;
  const words = new Set<string>();
  for (const text of texts) view.analyzer.words(text, (word) => words.add(word));
  let blocks = 0;
  for (const { segment } of view.readers) {
    if (segment.docCount < CHEAP_SEGMENT) continue;
    for (const { name } of fields) {
      const text = segment.text(name);
      if (text === undefined) continue;
      for (const word of words) {
        const [from, to] = text.words.prefixRange(word);
        if (from < to) blocks += text.postings.blocksOf(from, to);
      }
    }
  }
  return blocks * BLOCK_SIZE;
}

/**
 * Whether a plan asks for everything in such a way that no document need be looked at, but for once after a merge;
 * `Collector.everything` says how.
 */
function isKnown(
  view: Snapshot,
  { query, filter, boosts, sort, group, facets, promoted, hidden }: SearchPlan,
): boolean {
  if (query.kind !== 'everything' || !isEverything(filter) || group !== null) return false;
  if (boosts.length + sort.length + promoted.length + hidden.length > 0) return false;
  return facets.every(
    ({ kind, field }) =>
      kind === 'value' && view.readers.every(({ segment }) => hasKnownCounts(segment.column(field))),
  );
}

/** Values that this thread has not counted yet. */
function uncounted(view: Snapshot, { facets }: SearchPlan): number {
  let values = 0;
  for (const { segment } of view.readers) {
    for (const { field } of facets) if (!isCounted(segment.column(field))) values += segment.docCount;
  }
  return values;
}

/** The texts that are looked for; undefined where every document is looked at. */
function textsOf(query: QueryPlan): readonly string[] | undefined {
  switch (query.kind) {
    case 'everything':
      return undefined;
    case 'plain':
      return query.texts;
    case 'prefix':
      return [query.text];
    case 'operators': {
      const { required, wanted, forbidden } = query;
      if (required.length + wanted.length === 0) return undefined;
      return [...required, ...wanted, ...forbidden].map(({ text }) => text);
    }
  }
}
