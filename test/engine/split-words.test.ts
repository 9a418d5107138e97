import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyzerFor } from '../../src/analysis/language.ts';
import { splitLists } from '../../src/index/embedded/query/terms/adjacent-pairs.ts';
import { DictionarySeek } from '../../src/index/embedded/query/terms/dictionary-seek.ts';
import type { PostingList } from '../../src/index/embedded/query/terms/posting-list.ts';
import { runToCompletion } from '../../src/index/embedded/runtime/time-slice.ts';
import { SegmentBuilder } from '../../src/index/embedded/segment/segment-builder.ts';
import { announcedSeed, Random } from '../support/seed.ts';

const seed = announcedSeed('split words');

/** How often two neighbours make up the word, by document and length of the first one. */
function expected(texts: readonly string[], word: string): Array<ReadonlyArray<readonly [number, number]>> {
  const lists: Array<ReadonlyArray<readonly [number, number]>> = [];
  for (let length = 1; length < word.length; length++) {
    const pair = [word.slice(0, length), word.slice(length)];
    const list = texts.flatMap((text, doc) => {
      const words = text.split(' ');
      const count = words.filter((one, i) => one === pair[0] && words[i + 1] === pair[1]).length;
      return count > 0 ? [[doc, count] as const] : [];
    });
    if (list.length > 0) lists.push(list);
  }
  return lists;
}

test('the parts of a word are found as neighbours, however many documents have them', () => {
  const random = new Random(seed);
  for (const docCount of [10, 100, 1500, 40_000]) {
    const builder = new SegmentBuilder(analyzerFor('en'));
    const schema = new Map([['title', 'text']] as const);
    const texts = Array.from({ length: docCount }, (_, doc) => {
      // Frequent words, a word in every tenth document, and one in every thousandth.
      const rare = random.below(10) === 0 ? ['site'] : random.below(1000) === 0 ? ['bsite'] : [];
      const words = [...rare, 'we', 'web', 'we', 'bs', 'ites', 'site', 'a', ...rare];
      return Array.from({ length: 1 + random.below(9) }, () => random.pick(words))
        .filter((word) => word !== 'site' || doc % 3 > 0)
        .join(' ');
    });
    for (const [doc, title] of texts.entries()) {
      builder.add({ id: `${doc}`, sequence: doc, fields: new Map([['title', title]]) }, schema);
    }
    const text = runToCompletion(builder.seal()).text('title');
    assert.ok(text !== undefined);
    for (const word of ['website', 'websites', 'wea', 'webwe']) {
      const { prefixes } = new DictionarySeek(word).in(text.words);
      const lists: readonly PostingList[] = runToCompletion(splitLists(text, word, [...word], prefixes));
      assert.deepEqual(
        lists.map(({ docs, counts }) => Array.from(docs, (doc, i) => [doc, counts[i]])),
        expected(texts, word),
        `${word} in ${docCount} documents`,
      );
    }
  }
});
