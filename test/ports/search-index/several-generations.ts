import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { FacetPlan, Filter, SearchPlan } from '../../../src/index/plan.ts';
import type { GenerationInfo } from '../../../src/index/port.ts';
import {
  by,
  counted,
  facet,
  gone,
  plan,
  published,
  put,
  range,
  refs,
  type SearchIndexFactory,
  schemaOf,
  words,
} from './fixtures.ts';

/** Searches over generations of several engines. */
export function severalGenerationsSuite(adapter: string, make: SearchIndexFactory): void {
  suite(`the search index port on ${adapter}: several generations`, () => {
    /** Engines 1 and 2 with their own books, and one common id. */
    const twoEngines = async (t: Parameters<SearchIndexFactory>[0]) => {
      const index = await make(t);
      const one = await published(index, [
        put('a', 1, { title: 'moss and fern', pages: 10 }),
        put('b', 2, { title: 'moss', pages: 30 }),
      ]);
      const two = await published(
        index,
        [
          put('a', 1, { title: 'fern', pages: 20 }),
          put('c', 2, { title: ['ivy', 'moss'], pages: 40 }),
          put('d', 3, { title: 'ivy' }),
        ],
        { engineId: 2 },
      );
      return { index, infos: [one.info, two.info] as const };
    };
    const keys = (hits: ReadonlyArray<{ readonly engineId: number; readonly id: string }>): string[] =>
      hits.map(({ engineId, id }) => `${engineId} ${id}`);

    test('hits have their engine, newest write first, then the lower engine', async (t) => {
      const { index, infos } = await twoEngines(t);
      const expected = ['2 d', '1 b', '2 c', '1 a', '2 a'];
      const forwards = await index.search(infos, plan());
      assert.equal(forwards.total, 5);
      assert.deepEqual(keys(forwards.hits), expected);
      const backwards = await index.search([...infos].reverse(), plan({ offset: 1, limit: 3 }));
      assert.equal(backwards.total, 5);
      assert.deepEqual(keys(backwards.hits), expected.slice(1, 4));
    });

    test('sort order, groups and facet counts are global', async (t) => {
      const { index, infos } = await twoEngines(t);
      const sorted = await index.search(infos, plan({ sort: [by('pages', true)], facets: [facet('title')] }));
      assert.deepEqual(keys(sorted.hits), ['2 c', '1 b', '2 a', '1 a', '2 d']);
      assert.deepEqual(sorted.facets, [
        counted(
          { value: 'ivy', count: 2 },
          { value: 'moss', count: 2 },
          { value: 'fern', count: 1 },
          { value: 'moss and fern', count: 1 },
        ),
      ]);
      const group = { field: 'title', size: 5, sort: by('pages') };
      const grouped = await index.search(infos, plan({ group, sort: [by('pages')] }));
      assert.deepEqual(
        grouped.hits.map((hit) => [hit.group?.key, ...keys([hit, ...(hit.group?.others ?? [])])]),
        [
          ['moss and fern', '1 a'],
          ['fern', '2 a'],
          ['moss', '1 b', '2 c'],
          ['ivy', '2 c', '2 d'],
        ],
      );
      const filtered = await index.search(infos, plan({ filter: range('pages', 20, 40) }));
      assert.deepEqual(keys(filtered.hits), ['1 b', '2 a']);
    });

    test('scores are those of one engine with all documents', async (t) => {
      const { index, infos } = await twoEngines(t);
      const all = await published(
        index,
        [
          put('1 a', 1, { title: 'moss and fern', pages: 10 }),
          put('1 b', 2, { title: 'moss', pages: 30 }),
          put('2 a', 3, { title: 'fern', pages: 20 }),
          put('2 c', 4, { title: ['ivy', 'moss'], pages: 40 }),
          put('2 d', 5, { title: 'ivy' }),
        ],
        { engineId: 3 },
      );
      const fields = [{ name: 'title', weight: 1 }];
      for (const text of ['moss', 'fern moss', 'ivy', 'mos']) {
        const several = await index.search(infos, plan({ query: words(text), fields }));
        const single = await all.search(plan({ query: words(text), fields }));
        const scores = (hits: ReadonlyArray<readonly [string, number]>) => new Map(hits);
        assert.deepEqual(
          scores(several.hits.map((hit) => [`${hit.engineId} ${hit.id}`, hit.score])),
          scores(single.hits.map((hit) => [hit.id, hit.score])),
          text,
        );
      }
    });

    test('curations name the engine of a document', async (t) => {
      const { index, infos } = await twoEngines(t);
      const search = async (more: Partial<SearchPlan>) => keys((await index.search(infos, plan(more))).hits);
      assert.deepEqual(await search({ promoted: [...refs(['a'], 2), ...refs(['a', 'd'], 1)] }), [
        ...['2 a', '1 a'],
        ...['2 d', '1 b', '2 c'],
      ]);
      assert.deepEqual(await search({ hidden: [...refs(['a', 'c'], 1), ...refs(['d'], 2)] }), [
        ...['1 b', '2 c', '2 a'],
      ]);
      assert.deepEqual(
        await search({ query: words('ivy'), promoted: refs(['a'], 1), hidden: refs(['d'], 2) }),
        [...['1 a', '2 c']],
      );
    });

    test('filters and facets refer to the engine of a document', async (t) => {
      const { index, infos } = await twoEngines(t);
      const of = (...engineIds: number[]): Filter => ({ kind: 'engine', engineIds });
      const search = async (more: Partial<SearchPlan>) => {
        const engines: FacetPlan = { kind: 'engine', size: 10, sort: { by: 'count', descending: true } };
        const { total, hits, facets } = await index.search(infos, plan({ facets: [engines], ...more }));
        const [facet] = facets;
        const values =
          facet?.kind === 'value' ? facet.values.map(({ value, count }) => `${value}:${count}`) : [];
        return [total, ...keys(hits), ...values];
      };
      assert.deepEqual(await search({ limit: 0 }), [5, '2:3', '1:2']);
      assert.deepEqual(await search({ filter: of(1, 7) }), [2, '1 b', '1 a', '1:2']);
      assert.deepEqual(await search({ filter: of() }), [0]);
      assert.deepEqual(await search({ filter: { kind: 'none', of: [of(1)] } }), [
        3,
        '2 d',
        '2 c',
        '2 a',
        '2:3',
      ]);
      assert.deepEqual(await search({ query: words('moss'), filter: of(2) }), [1, '2 c', '2:1']);
      const either: Filter = { kind: 'any', of: [of(1), range('pages', 40, 50)] };
      assert.deepEqual(await search({ query: words('moss'), filter: either, limit: 0 }), [3, '1:2', '2:1']);
      const both: Filter = { kind: 'all', of: [of(2), range('pages', 15, 30)] };
      assert.deepEqual(await search({ filter: both, promoted: [...refs(['a'], 1), ...refs(['d'], 2)] }), [
        ...[1, '2 a', '2:1'],
      ]);
      // The rarity of a word is that in all engines, whatever the filter.
      const [all, one] = [plan({ query: words('moss') }), plan({ query: words('moss'), filter: of(2) })];
      const scores = (await index.search(infos, all)).hits.map(({ score }) => score);
      assert.ok(scores.includes((await index.search(infos, one)).hits[0]?.score ?? Number.NaN));
      const sized: FacetPlan = { kind: 'engine', size: 1, sort: { by: 'value', descending: false } };
      assert.deepEqual(await search({ facets: [sized], limit: 0 }), [5, '1:2']);
    });

    test('synonyms have the rarity of all engines', async (t) => {
      const { index, infos } = await twoEngines(t);
      const query = words('plant', [{ words: ['plant'], alternatives: ['ivy', 'fern moss'] }]);
      const { hits } = await index.search(infos, plan({ query }));
      assert.deepEqual(keys(hits), ['2 d', '2 c', '1 a']);
    });

    test('changes and swaps of each engine are visible', async (t) => {
      const { index, infos } = await twoEngines(t);
      await index.apply(infos[0], [gone('b', 3), put('e', 4)]);
      assert.deepEqual(keys((await index.search(infos, plan())).hits), ['1 e', '2 d', '2 c', '1 a', '2 a']);
      const next = await published(index, [put('x', 9)], { engineId: 2 });
      const now: GenerationInfo[] = [infos[0], next.info];
      assert.deepEqual(keys((await index.search(now, plan())).hits), ['2 x', '1 e', '1 a']);
    });

    test('a field that only one engine has, or has as text, is searched in that engine', async (t) => {
      const index = await make(t);
      const one = await published(index, [put('a', 1, { title: 'moss' })], {
        schema: schemaOf({ title: 'text' }),
      });
      const two = await published(index, [put('b', 1, { body: 'moss', pages: 5 })], {
        engineId: 2,
        schema: schemaOf({ body: 'text', pages: 'number' }),
      });
      const infos = [one.info, two.info];
      const fields = [
        { name: 'title', weight: 1 },
        { name: 'body', weight: 1 },
      ];
      assert.deepEqual(
        keys((await index.search(infos, plan({ query: words('moss'), fields }))).hits).sort(),
        ['1 a', '2 b'],
      );
      assert.deepEqual(keys((await index.search(infos, plan({ filter: range('pages', 1, 9) }))).hits), [
        '2 b',
      ]);
      assert.deepEqual(keys((await index.search(infos, plan({ sort: [by('pages')] }))).hits), ['2 b', '1 a']);
    });

    test('generations of different languages are rejected', async (t) => {
      const index = await make(t);
      const one = await published(index, [], { language: 'de' });
      const two = await published(index, [], { engineId: 2, language: 'en' });
      await assert.rejects(index.search([one.info, two.info], plan()), /languages/);
    });
  });
}
