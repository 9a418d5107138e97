import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CountedOutcome } from '../../src/index/embedded/query/search.ts';
import { THRESHOLDS } from '../../src/index/embedded/query/tuning/thresholds.ts';
import { Snapshot } from '../../src/index/embedded/snapshot/snapshot.ts';
import type { Filter, SearchPlan } from '../../src/index/plan.ts';
import { matchRules } from '../../src/search/precision.ts';
import { countedView, FIELDS, plainPlan, wordOf } from './counted-corpus.ts';
import { runSearch } from './run-search.ts';

/*
 * Detects plans that read more than necessary, which are slower on every machine, without measuring time.
 */

const view = countedView();

const FREQUENT = wordOf(0);
const OTHER = wordOf(1);
const RARE = wordOf(700);

/** At precision 11 a word has no expansions. */
const exact = (text: string) => runSearch(view, plainPlan(text, { matching: matchRules(11) }));
const counted = ({ counters }: CountedOutcome) => counters;

/** The postings of the words that pass the predicate, in all fields and segments, and their blocks. */
function storedOf(isMeant: (word: string) => boolean): { postings: number; blocks: number } {
  let postings = 0;
  let blocks = 0;
  for (const { segment } of view.readers) {
    for (const { name } of FIELDS) {
      const text = segment.text(name);
      if (text === undefined) continue;
      for (let ordinal = 0; ordinal < text.words.size; ordinal++) {
        if (!isMeant(text.words.text(ordinal))) continue;
        postings += text.postings.df[ordinal] as number;
        blocks += text.postings.blocksOf(ordinal, ordinal + 1);
      }
    }
  }
  return { postings, blocks };
}

function assertReadsOnce(outcome: CountedOutcome, isMeant: (word: string) => boolean): void {
  const { postings, blocks, passedBlocks } = counted(outcome);
  assert.deepEqual({ postings, blocks }, storedOf(isMeant));
  assert.equal(passedBlocks, 0);
}

test('one word reads its postings once', () => {
  const outcome = exact(FREQUENT);
  assertReadsOnce(outcome, (word) => word === FREQUENT);
  assert.ok(counted(outcome).bytes <= 2 * counted(outcome).postings);
});

test('a synonym reads its postings once', () => {
  const synonyms = [{ words: [FREQUENT], alternatives: [OTHER] }];
  const query = { kind: 'plain', text: FREQUENT, synonyms } as const;
  const outcome = runSearch(view, plainPlan(FREQUENT, { query, matching: matchRules(11) }));
  const { analyzer } = view;
  assertReadsOnce(outcome, (word) => word === FREQUENT || analyzer.stem(word) === analyzer.stem(OTHER));
});

test('curations read no more postings, and a search for everything with them reads no values', () => {
  const refs = (...numbers: number[]) => numbers.map((number) => ({ engineId: 0, id: `d${number}` }));
  const curated = { promoted: refs(3, 24_500, 7), hidden: refs(11, 12, 24_700) };
  for (const totalUpTo of [1_000, 1_000_000]) {
    const thresholds = { ...THRESHOLDS, window: 4096, onePassDocs: 4096 };
    const reads = (more: Partial<SearchPlan>) =>
      runSearch(view, plainPlan(FREQUENT, more), thresholds).counters;
    const [plain, other] = [reads({ totalUpTo }), reads({ totalUpTo, ...curated })];
    assert.ok(other.postings <= 1.01 * plain.postings, `${other.postings} of ${plain.postings}`);
  }
  const everything = runSearch(view, plainPlan('', { query: { kind: 'everything' }, ...curated }));
  assert.deepEqual(
    everything.hits.slice(0, 3).map(({ id }) => id),
    ['d3', 'd24500', 'd7'],
  );
  assert.equal(everything.total, 25_000 - 3);
  assert.equal(everything.counters.values, 0);
});

test('the union of the same snapshots is the same, so that what is cached with it is found again', () => {
  const other = new Snapshot(view.readers, view.analyzer, 2);
  assert.equal(Snapshot.union([view, other]), Snapshot.union([view, other]));
  assert.notEqual(Snapshot.union([view, other]), Snapshot.union([other, view]));
  assert.notEqual(
    Snapshot.union([view, new Snapshot(view.readers, view.analyzer, 2)]),
    Snapshot.union([view, other]),
  );
});

test('two required words read at most the postings of the rarer one twice', () => {
  const outcome = exact(`${FREQUENT} ${OTHER}`);
  const both = storedOf((word) => word === FREQUENT || word === OTHER);
  assert.ok(counted(outcome).postings <= both.postings + storedOf((word) => word === OTHER).postings);
});

test('a misspelt word reads the postings of its fuzzy matches once', () => {
  const word = `${RARE.slice(0, 3)}${RARE.slice(4)}`;
  const outcome = runSearch(view, plainPlan(word));
  assert.ok(outcome.total > 0);
  assert.ok(counted(outcome).postings <= 3 * storedOf((one) => one === RARE).postings);
});

test('without a count, most postings of frequent terms are not read', () => {
  for (const [text, precision] of [
    [FREQUENT, 11],
    [`${FREQUENT} ${OTHER}`, 2],
  ] as const) {
    const reads = (totalUpTo?: number) =>
      counted(
        runSearch(
          view,
          plainPlan(text, { matching: matchRules(precision), ...(totalUpTo !== undefined && { totalUpTo }) }),
          {
            ...THRESHOLDS,
            window: 4096,
            onePassDocs: 4096,
          },
        ),
      );
    const capped = reads(1_000);
    const share = capped.postings / reads().postings;
    assert.ok(share < MOST_READ, `${text}: ${share} of the postings were read`);
  }
});

test('documents that do not pass the filter are not scored', () => {
  const filter: Filter = { kind: 'value', field: 'title', values: [wordOf(1_200)] };
  const plan = plainPlan(FREQUENT, { matching: matchRules(11), filter });
  const inPhases = counted(runSearch(view, plan, { ...THRESHOLDS, onePassDocs: 4096 }));
  assert.ok(inPhases.passedBlocks > 0);
});

test('a plain word reads its expansions: exact, stem and prefix', () => {
  const { postings } = counted(runSearch(view, plainPlan(FREQUENT, { matching: matchRules(8) })));
  const exact = storedOf((word) => word === FREQUENT).postings;
  assert.ok(
    postings <= 3 * storedOf((word) => word.startsWith(FREQUENT)).postings,
    `${postings} of ${exact}`,
  );
});

test('if all words are required, blocks without a document of the rarest are skipped', () => {
  const rare = wordOf(1_900);
  const all = storedOf((word) => word === FREQUENT || word === rare);
  const needed = counted(runSearch(view, plainPlan(`${FREQUENT} ${rare}`, { matching: matchRules(11) })));
  const { postings, passedBlocks } = needed;
  assert.ok(passedBlocks > 0);
  assert.ok(postings < 0.8 * all.postings, `${postings} of ${all.postings}`);
  const one = runSearch(view, plainPlan(`${FREQUENT} ${rare}`, { matching: matchRules(2) }));
  assert.ok(counted(one).postings >= all.postings);
});

/** The share of its postings that a query without a count may read here. */
const MOST_READ = 0.6;
