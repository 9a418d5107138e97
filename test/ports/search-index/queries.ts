import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Operand, QueryPlan } from '../../../src/index/plan.ts';
import { matchRules } from '../../../src/search/precision.ts';
import {
  found,
  idsOf,
  library,
  plan,
  published,
  put,
  type SearchIndexFactory,
  schemaOf,
  words,
} from './fixtures.ts';

/** The matches of queries. */
export function querySuite(adapter: string, make: SearchIndexFactory): void {
  suite(`the search index port on ${adapter}: queries`, () => {
    test('the query for everything finds everything with score 1, newest write first', async (t) => {
      const { total, hits } = await (await library(make, t)).search(plan());
      assert.equal(total, 4);
      assert.deepEqual(hits, [
        { engineId: 1, id: 'bare', sequence: 4, score: 1 },
        { engineId: 1, id: 'both', sequence: 3, score: 1 },
        { engineId: 1, id: 'emma', sequence: 2, score: 1 },
        { engineId: 1, id: 'dune', sequence: 1, score: 1 },
      ]);
    });

    test('a word finds the documents that have it in a searched field, ignoring case', async (t) => {
      const generation = await library(make, t);
      assert.deepEqual((await found(generation, { query: words('DUNE') })).sort(), ['both', 'dune']);
      assert.deepEqual(await found(generation, { query: words('novel') }), ['emma']);
      assert.deepEqual(await found(generation, { query: words('bare') }), ['bare']);
      assert.deepEqual(
        await found(generation, { query: words('bare'), fields: [{ name: 'title', weight: 1 }] }),
        [],
      );
      assert.deepEqual(await found(generation, { query: words('nowhere') }), []);
    });

    test('without searched fields only the query for everything matches', async (t) => {
      const generation = await library(make, t);
      assert.deepEqual(await found(generation, { query: words('dune'), fields: [] }), []);
      assert.deepEqual(await found(generation, { query: words('  '), fields: [] }), []);
      assert.equal((await found(generation, { fields: [] })).length, 4);
    });

    test('paging limits the hits but not the total', async (t) => {
      const generation = await library(make, t);
      const { total, hits } = await generation.search(plan({ offset: 1, limit: 2 }));
      assert.deepEqual([total, ...hits.map(({ id }) => id)], [4, 'both', 'emma']);
      assert.deepEqual(await found(generation, { offset: 4 }), []);
      const none = await generation.search(plan({ limit: 0 }));
      assert.deepEqual([none.total, none.hits], [4, []]);
    });

    test('synonyms find documents with an alternative', async (t) => {
      const generation = await library(make, t);
      const fields = [{ name: 'title', weight: 1 }];
      const search = async (text: string, member: string, ...alternatives: string[]) => {
        const query = words(text, [{ words: member.split(' '), alternatives }]);
        return (await found(generation, { query, fields })).sort();
      };
      assert.deepEqual(await search('book', 'book', 'Novels'), ['emma']);
      assert.deepEqual(await search('novel', 'novel', 'messiah'), ['both', 'emma']);
      assert.deepEqual(await search('book', 'book', 'messiah dune', 'novel'), ['both', 'emma']);
      assert.deepEqual(await search('book', 'book', 'messiah novel', 'nov'), []);
      assert.deepEqual(await search('desert planet', 'desert planet', 'dune'), ['both', 'dune']);
      assert.deepEqual(await search('desert of the planet', 'desert planet', 'dune'), []);
    });

    const word = (text: string): Operand => ({ kind: 'word', text });
    const phrase = (text: string): Operand => ({ kind: 'phrase', text });
    const none: readonly Operand[] = [];
    const operators: ReadonlyArray<
      readonly [string, Omit<QueryPlan & { kind: 'operators' }, 'kind'>, string[]]
    > = [
      [
        'all that is required',
        { required: [word('dune'), word('emma')], wanted: none, forbidden: none },
        ['both'],
      ],
      [
        'required operands, not optional ones',
        { required: [word('novel')], wanted: [word('dune')], forbidden: none },
        ['emma'],
      ],
      [
        'any optional operand',
        { required: none, wanted: [word('novel'), word('messiah')], forbidden: none },
        ['both', 'emma'],
      ],
      [
        'nothing forbidden',
        { required: none, wanted: [word('dune')], forbidden: [word('messiah')] },
        ['dune'],
      ],
      [
        'all but the forbidden',
        { required: none, wanted: none, forbidden: [word('emma')] },
        ['bare', 'dune'],
      ],
      ['phrases', { required: [phrase('dune messiah')], wanted: none, forbidden: none }, ['both']],
      ['no phrase across items', { required: [phrase('messiah emma')], wanted: none, forbidden: none }, []],
      ['ids', { required: [word('bare')], wanted: none, forbidden: none }, ['bare']],
      ['nothing without operands', { required: none, wanted: none, forbidden: none }, []],
    ];
    for (const [what, operands, expected] of operators) {
      test(`operators find ${what}`, async (t) => {
        const query: QueryPlan = { kind: 'operators', ...operands };
        assert.deepEqual((await found(await library(make, t), { query })).sort(), expected);
      });
    }

    test('a prefix query finds all its words in one field, the last one as a prefix, with score 1', async (t) => {
      const generation = await library(make, t);
      const begun = (text: string) => generation.search(plan({ query: { kind: 'prefix', text } }));
      assert.deepEqual((await begun('Du')).hits, [
        { engineId: 1, id: 'both', sequence: 3, score: 1 },
        { engineId: 1, id: 'dune', sequence: 1, score: 1 },
      ]);
      assert.deepEqual(idsOf(await begun('dune me')), ['both']);
      assert.deepEqual(idsOf(await begun('du messiah')), []);
      assert.deepEqual(idsOf(await begun('bar')), [], 'an id is a whole word');
      assert.deepEqual(idsOf(await begun('bare')), ['bare']);
    });

    test('precision decides how many words are required and which expansions there are', async (t) => {
      const generation = await library(make, t);
      const at = async (precision: number, text: string) =>
        (await found(generation, { query: words(text), matching: matchRules(precision) })).sort();
      assert.deepEqual(await at(1, 'dune messiah nowhere'), ['both', 'dune']);
      assert.deepEqual(await at(2, 'dune messiah nowhere'), ['both']);
      assert.deepEqual(await at(6, 'dune messiah nowhere'), []);
      assert.deepEqual(await at(7, 'mesiah'), ['both'], 'a typo');
      assert.deepEqual(await at(8, 'mesiah'), []);
      assert.deepEqual(await at(8, 'nov'), ['emma'], 'a prefix');
      assert.deepEqual(await at(9, 'nov'), []);
      assert.deepEqual(await at(10, 'novels'), ['emma'], 'a stem');
      assert.deepEqual(await at(11, 'novels'), []);
      assert.deepEqual(await at(11, 'novel'), ['emma']);
    });

    test('a field with more weight counts more, one with weight 0 is not searched', async (t) => {
      const schema = schemaOf({ title: 'text', body: 'text' });
      const changes = [
        put('t', 1, { title: 'apple', body: 'pear' }),
        put('b', 2, { title: 'pear', body: 'apple' }),
      ];
      const generation = await published(await make(t), changes, { schema });
      const weighted = (title: number, body: number) =>
        found(generation, {
          query: words('apple'),
          fields: [
            { name: 'title', weight: title },
            { name: 'body', weight: body },
          ],
        });
      assert.deepEqual(await weighted(9, 1), ['t', 'b']);
      assert.deepEqual(await weighted(1, 9), ['b', 't']);
      assert.deepEqual(await weighted(0, 1), ['b']);
      assert.deepEqual(await weighted(0, 0), []);
    });

    test('the language of the engine decides which words match', async (t) => {
      const index = await make(t);
      const changes = [put('a', 1, { title: 'Häuser' })];
      const german = await published(index, changes, { engineId: 1, language: 'de' });
      const none = await published(index, changes, { engineId: 2 });
      const query = words('Haus');
      assert.deepEqual(await found(german, { query, matching: matchRules(10) }), ['a']);
      assert.deepEqual(await found(none, { query, matching: matchRules(10) }), []);
    });
  });
}
