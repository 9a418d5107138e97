import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { EVERYTHING, type QueryPlan, type TreeNode } from '../../../src/index/plan.ts';
import {
  by,
  found,
  library,
  plan,
  published,
  put,
  range,
  type SearchIndexFactory,
  value,
} from './fixtures.ts';

const tree = (root: TreeNode): QueryPlan => ({ kind: 'tree', root });
type Text = Extract<TreeNode, { kind: 'text' }>;
const text = (words: string, more: Partial<Text> = {}): Text => ({
  kind: 'text',
  field: 'title',
  view: 'word',
  text: words,
  isAnalyzed: true,
  minimum: { value: 1, isPercentage: false },
  fuzzy: null,
  factor: 1,
  ...more,
});
type Bool = Extract<TreeNode, { kind: 'bool' }>;
const bool = (more: Partial<Bool>): Bool => ({
  kind: 'bool',
  required: [],
  optional: [],
  filters: [],
  forbidden: [],
  needed: 0,
  factor: 1,
  ...more,
});

/** The matches of trees of conditions. */
export function treeSuite(adapter: string, make: SearchIndexFactory): void {
  suite(`the search index port on ${adapter}: trees`, () => {
    test('a bool node combines required, optional, filtering and forbidden nodes, nested', async (t) => {
      const generation = await library(make, t);
      const ids = (root: TreeNode) => found(generation, { query: tree(root), sort: [by('id')] });
      assert.deepEqual(await ids(bool({ required: [text('dune')] })), ['both', 'dune']);
      assert.deepEqual(await ids(bool({ required: [text('dune')], forbidden: [text('emma')] })), ['dune']);
      assert.deepEqual(await ids(bool({ optional: [text('messiah'), text('novel')], needed: 1 })), [
        'both',
        'emma',
      ]);
      const paged: TreeNode = { kind: 'condition', filter: range('pages', 450, undefined), factor: 1 };
      const inner = bool({ optional: [paged, text('messiah')], needed: 1 });
      assert.deepEqual(await ids(bool({ required: [text('emma')], filters: [inner] })), ['both', 'emma']);
      assert.deepEqual(await ids(bool({ forbidden: [inner] })), ['bare', 'dune']);
      assert.deepEqual(await ids(bool({ optional: [text('emma'), text('dune')], needed: 2 })), ['both']);
    });

    test('scores of required and optional nodes are added, filters score nothing', async (t) => {
      const generation = await library(make, t);
      const scores = async (root: TreeNode): Promise<Record<string, number>> => {
        const { hits } = await generation.search(plan({ query: tree(root) }));
        return Object.fromEntries(hits.map(({ id, score }) => [id, score]));
      };
      const all: TreeNode = { kind: 'condition', filter: EVERYTHING, factor: 2 };
      assert.deepEqual(await scores(all), { dune: 2, emma: 2, both: 2, bare: 2 });
      assert.deepEqual(await scores(bool({ filters: [all] })), { dune: 0, emma: 0, both: 0, bare: 0 });
      assert.deepEqual(await scores(bool({})), { dune: 1, emma: 1, both: 1, bare: 1 });
      const emma: TreeNode = { kind: 'condition', filter: value('id', 'emma'), factor: 3 };
      assert.deepEqual(await scores(bool({ required: [all], optional: [emma], factor: 10 })), {
        dune: 20,
        emma: 50,
        both: 20,
        bare: 20,
      });
      const { dune, both } = await scores(text('dune'));
      assert.ok((dune ?? 0) > (both ?? 0) && (both ?? 0) > 0, 'a shorter field scores more');
      const best = await scores({ kind: 'best', of: [all, emma], tieBreaker: 0.5, factor: 1 });
      assert.deepEqual(best, { dune: 2, emma: 4, both: 2, bare: 2 });
    });

    test('a minimum of terms, given as a number or as a percentage, is needed', async (t) => {
      const generation = await library(make, t);
      const ids = (minimum: number, isPercentage = false) =>
        found(generation, {
          query: tree(text('emma dune nowhere messiah', { minimum: { value: minimum, isPercentage } })),
          sort: [by('id')],
        });
      assert.deepEqual(await ids(1), ['both', 'dune', 'emma']);
      assert.deepEqual(await ids(3), ['both']);
      assert.deepEqual(await ids(-1), ['both']);
      assert.deepEqual(await ids(75, true), ['both']);
      assert.deepEqual(await ids(-50, true), ['both']);
      assert.deepEqual(await ids(100, true), []);
    });

    test('each view of a text field finds its terms', async (t) => {
      const generation = await published(
        await make(t),
        [
          put('a', 1, { title: 'Walking in e commerce' }),
          put('b', 2, { title: 'PowerShot walks' }),
          put('c', 3, { title: 'caterpillar' }),
        ],
        { language: 'en' },
      );
      const ids = (words: string, more: Partial<Text>) =>
        found(generation, { query: tree(text(words, more)), sort: [by('id')] });
      assert.deepEqual(await ids('walks', { view: 'word' }), ['b']);
      assert.deepEqual(await ids('walks', { view: 'stem' }), ['a', 'b']);
      assert.deepEqual(await ids('cat', { view: 'prefix' }), ['c']);
      assert.deepEqual(await ids('ecommerce', { view: 'joined' }), ['a']);
      assert.deepEqual(await ids('power', { view: 'delimiter' }), ['b']);
      assert.deepEqual(await ids('Walks', { isAnalyzed: false }), []);
      assert.deepEqual(await ids('walks', { isAnalyzed: false }), ['b']);
      const fuzzy = { edits: 'auto', prefixLength: 0, mostWords: 50 } as const;
      assert.deepEqual(await ids('xaterpillar', { fuzzy }), ['c']);
      assert.deepEqual(await ids('xaterpillar', { fuzzy: { ...fuzzy, prefixLength: 1 } }), []);
      assert.deepEqual(await ids('xaterpillar', { fuzzy: { ...fuzzy, edits: 0 } }), []);
    });

    test('a phrase needs its words in order, but for the slop', async (t) => {
      const generation = await library(make, t);
      const ids = (words: string, slop: number) =>
        found(generation, {
          query: tree({ kind: 'phrase', field: 'title', view: 'word', text: words, slop, factor: 1 }),
        });
      assert.deepEqual(await ids('emma a novel', 0), ['emma']);
      assert.deepEqual(await ids('emma novel', 0), []);
      assert.deepEqual(await ids('emma novel', 1), ['emma']);
      assert.deepEqual(await ids('messiah emma', 5), [], 'items of a list are not next to each other');
    });

    test('conditions on values: existing, beginnings, words', async (t) => {
      const long = `${'sea shore '.repeat(20)}end`;
      const generation = await published(await make(t), [
        put('a', 1, { title: 'sea shore' }),
        put('b', 2, { title: 'The Sea' }),
        put('c', 3, { title: ['bay', 'sea bed'], pages: 3 }),
        put('d', 4, { title: null }),
      ]);
      const ids = (root: TreeNode) => found(generation, { query: tree(root), sort: [by('id')] });
      const exists = (field: string): TreeNode => ({ kind: 'exists', field, factor: 1 });
      assert.deepEqual(await ids(exists('title')), ['a', 'b', 'c']);
      assert.deepEqual(await ids(exists('pages')), ['c']);
      assert.deepEqual(await ids(exists('id')), ['a', 'b', 'c', 'd']);
      assert.deepEqual(await ids(exists('unknown')), []);
      const beginning = (words: string, isWhole: boolean): TreeNode => ({
        kind: 'beginning',
        field: 'title',
        text: words,
        isWhole,
        factor: 1,
      });
      assert.deepEqual(await ids(beginning('sea', true)), ['a', 'c']);
      assert.deepEqual(await ids(beginning('sea s', true)), ['a']);
      assert.deepEqual(await ids(beginning('se', false)), ['a', 'b', 'c']);
      assert.deepEqual(await ids(beginning(long, true)), []);
      const words: TreeNode = { kind: 'words', field: 'title', words: ['bed', 'shore', 'Sea'], factor: 1 };
      assert.deepEqual(await ids(words), ['a', 'c']);
    });

    test('facets count the matches of a tree, with the sum of all values if asked for', async (t) => {
      const generation = await library(make, t);
      const { facets } = await generation.search(
        plan({
          query: tree(text('dune')),
          facets: [
            { kind: 'value', field: 'pages', size: 1, sort: { by: 'count', descending: true }, hasSum: true },
          ],
        }),
      );
      assert.deepEqual(facets, [{ kind: 'value', values: [{ value: 412, count: 2 }], sum: 3 }]);
    });
  });
}
