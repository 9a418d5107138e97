import { analyzerFor } from '../../src/analysis/language.ts';
import { runToCompletion } from '../../src/index/embedded/runtime/time-slice.ts';
import type { Segment } from '../../src/index/embedded/segment/segment.ts';
import { SegmentBuilder } from '../../src/index/embedded/segment/segment-builder.ts';
import { SegmentReader } from '../../src/index/embedded/snapshot/segment-reader.ts';
import { Snapshot } from '../../src/index/embedded/snapshot/snapshot.ts';
import { EVERYTHING, type SearchPlan } from '../../src/index/plan.ts';
import { matchRules } from '../../src/search/precision.ts';
import type { Schema } from '../../src/values/types.ts';
import { Random } from '../support/seed.ts';

/** The same documents in every run, so that the reads of a search are predictable. */
const DOCUMENTS = 24_000;
const STARS = 4_000;
const SCHEMA: Schema = new Map([
  ['title', 'text'],
  ['body', 'text'],
]);
export const FIELDS = [
  { name: 'title', weight: 4 },
  { name: 'body', weight: 1 },
];

/** The word of a rank: six letters, of which the first two are the same for every tenth. */
export const wordOf = (rank: number): string => {
  const letter = (n: number): string => String.fromCharCode(97 + (n % 26));
  return `${letter(rank)}${letter(rank % 7)}${letter(rank >> 2)}${letter(rank * 7)}${letter(rank >> 4)}${letter(rank * 3)}`;
};

function segmentOf(random: Random, first: number, size: number): Segment {
  const builder = new SegmentBuilder(analyzerFor(null));
  /** Words of low rank are far more frequent. */
  const word = (): string => wordOf(Math.floor(2_000 * (random.below(1_000) / 1_000) ** 3));
  /** Some titles of the first documents have a frequent word, and then rank far above all others. */
  const title = (doc: number): string =>
    doc < STARS && random.below(30) === 0
      ? `${wordOf(random.below(2))} ${wordOf(1_500)}`
      : wordOf(1_000 + random.below(1_000));
  const text = (most: number): string => Array.from({ length: 1 + random.below(most) }, word).join(' ');
  for (let i = first; i < first + size; i++) {
    const fields = new Map([
      ['title', title(i)],
      ['body', text(40)],
    ]);
    builder.add({ id: `d${i}`, sequence: i, fields }, SCHEMA);
  }
  return runToCompletion(builder.seal());
}

export function countedView(): Snapshot {
  const random = new Random(6);
  const segments = [segmentOf(random, 0, DOCUMENTS), segmentOf(random, DOCUMENTS, 1_000)];
  return new Snapshot(
    segments.map((segment) => SegmentReader.opened(segment)),
    analyzerFor(null),
  );
}

export const plainPlan = (text: string, more: Partial<SearchPlan> = {}): SearchPlan => ({
  query: { kind: 'plain', text, synonyms: [] },
  fields: FIELDS,
  matching: matchRules(2),
  filter: EVERYTHING,
  boosts: [],
  sort: [],
  group: null,
  facets: [],
  promoted: [],
  hidden: [],
  offset: 0,
  limit: 10,
  ...more,
});
