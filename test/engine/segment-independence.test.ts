import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IndexChange } from '../../src/index/port.ts';
import { matchRules } from '../../src/search/precision.ts';
import { plain, planWith } from '../oracle/small-engine.ts';
import { SourcedIndex } from '../support/sourced-index.ts';

const SCHEMA = new Map([
  ['title', 'text'],
  ['body', 'text'],
] as const);

const WORDS = ['forest', 'forests', 'canyon', 'river', 'cave', 'stone', 'lake', 'moon'];

/** Every second body has none of the words that are searched: its document matches in the title alone. */
const bodyOf = (doc: number): string =>
  Array.from({ length: (doc * 7) % 40 }, (_, word) =>
    doc % 2 === 0 ? `granite${word}` : WORDS[(doc + word) % 8],
  ).join(' ');

const changes: IndexChange[] = Array.from({ length: 60 }, (_, doc) => ({
  id: `d${doc}`,
  sequence: doc + 1,
  fields: new Map([
    ['title', `${WORDS[doc % 8]} ${WORDS[(doc * 3) % 7]} number ${doc}${' more'.repeat(doc % 11)}`],
    ['body', bodyOf(doc)],
  ]),
}));

/** The scores of all matches, when the documents come in batches of this size, each of which is a segment at first. */
async function scores(batch: number, query: string, precision: number): Promise<Record<string, number>> {
  const index = new SourcedIndex();
  const info = await index.begin(1, SCHEMA, 'en');
  await index.publish(info);
  for (let from = 0; from < changes.length; from += batch)
    await index.apply(info, changes.slice(from, from + batch));
  const fields = [
    { name: 'title', weight: 3 },
    { name: 'body', weight: 1 },
  ];
  const plan = planWith({ ...plain(query), fields, matching: matchRules(precision), limit: 100 });
  const { hits } = await index.search([info], plan);
  await index.close();
  return Object.fromEntries(hits.map(({ id, score }) => [id, score]).sort());
}

test('a document has the same score to the last bit, whatever else is in its segment', async () => {
  for (const query of ['forst canyn', 'forest', 'forests moon 7', 'cav number', 'stone lake rivr']) {
    for (const precision of [1, 2, 6, 11]) {
      const together = await scores(60, query, precision);
      assert.ok(precision > 2 || Object.keys(together).length > 0, query);
      for (const batch of [1, 7, 20]) {
        assert.deepEqual(await scores(batch, query, precision), together, `${query}, precision ${precision}`);
      }
    }
  }
});
