import assert from 'node:assert/strict';
import { test } from 'node:test';
import { announcedSeed, Random, repetitions } from '../support/seed.ts';
import { startTestService, type TestService } from '../support/service.ts';

const ENGINES = 4;
const SEARCHES = 25;
const ROUNDS = Math.max(1, repetitions('CASES', 100) / SEARCHES);

const WORDS = [
  'river',
  'rivers',
  'stone',
  'stones',
  'light',
  'night',
  'house',
  'mouse',
  'garden',
  'red',
  'the',
];
const KINDS = ['book', 'film', 'song'];

type Source = Record<string, unknown> & { readonly id: string };

const words = (random: Random, most: number): string =>
  Array.from({ length: 1 + random.below(most) }, () => random.pick(WORDS)).join(' ');

const randomDocuments = (random: Random): Source[] =>
  Array.from({ length: 20 + random.below(60) }, (_, n) => ({
    id: `d${n}`,
    title: words(random, 4),
    ...(random.below(3) > 0 && { body: words(random, 30) }),
    kind: random.pick(KINDS),
    size: random.below(50),
  }));

function randomSearch(random: Random): Record<string, unknown> {
  const sometimes = (option: object): object => (random.below(3) === 0 ? option : {});
  return {
    query: random.below(6) === 0 ? '' : words(random, 3),
    page: { size: 1000 },
    ...sometimes({ precision: 1 + random.below(9) }),
    ...sometimes({ search_fields: { title: { weight: 1 + random.below(5) }, body: {} } }),
    ...sometimes({ filters: { all: [{ kind: random.pick(KINDS) }, { size: { from: random.below(40) } }] } }),
    ...sometimes({ boosts: { size: { type: 'functional', function: 'linear', factor: 1 } } }),
    facets: {
      kind: { type: 'value' },
      title: { type: 'value', size: 250, sort: { value: 'asc' } },
      size: { type: 'range', ranges: [{ to: 20 }, { from: 20 }] },
    },
  };
}

/** The scores by a name of the document that is the same on both sides. */
const scoresOf = (
  results: ReadonlyArray<{ key: { raw: string }; _meta: { score: number } }>,
): Map<string, number> => new Map(results.map(({ key, _meta }) => [key.raw, _meta.score]));

async function fill(service: TestService, engine: string, documents: readonly Source[]): Promise<void> {
  await service.call('POST', '/engines', { body: { name: engine } });
  await service.call('POST', `/engines/${engine}/schema`, { body: { size: 'number' } });
  for (let from = 0; from < documents.length; from += 100) {
    await service.call('POST', `/engines/${engine}/documents`, { body: documents.slice(from, from + 100) });
  }
}

test('a meta engine finds, counts and scores like one engine with all documents', async (t) => {
  const random = new Random(announcedSeed('a meta engine and one engine'));
  const service = await startTestService(t);
  for (let round = 0; round < ROUNDS; round++) {
    const sources = Array.from({ length: ENGINES }, (_, n) => `source-${round}-${n}`);
    const whole: Source[] = [];
    for (const source of sources) {
      const documents = randomDocuments(random).map((one) => ({ ...one, key: `key${source}${one.id}` }));
      await fill(service, source, documents);
      whole.push(...documents.map((one, n) => ({ ...one, id: `d${n}${source.replaceAll('-', '')}` })));
    }
    await fill(service, `whole-${round}`, whole);
    await service.call('POST', '/engines', {
      body: { name: `meta-${round}`, type: 'meta', source_engines: sources },
    });
    for (let search = 0; search < SEARCHES; search++) {
      const body = randomSearch(random);
      const fields = body.search_fields ?? { title: {}, body: {}, kind: {} };
      const [meta, one] = await Promise.all(
        [`meta-${round}`, `whole-${round}`].map((engine) =>
          service.call('POST', `/engines/${engine}/search`, { body: { ...body, search_fields: fields } }),
        ),
      );
      const context = JSON.stringify(body);
      assert.equal(meta?.status, 200, `${context} ${meta?.text}`);
      assert.deepEqual(meta?.json.meta.page, one?.json.meta.page, context);
      assert.deepEqual(meta?.json.facets, one?.json.facets, context);
      const [actual, expected] = [scoresOf(meta?.json.results), scoresOf(one?.json.results)];
      assert.deepEqual([...actual.keys()].sort(), [...expected.keys()].sort(), context);
      for (const [key, score] of expected) {
        const found = actual.get(key) as number;
        assert.ok(Math.abs(found - score) <= 1e-5 * Math.abs(score), `${key}: ${found} ${score} ${context}`);
      }
      const scores = [...actual.values()];
      assert.deepEqual(
        scores,
        scores.toSorted((a, b) => b - a),
        context,
      );
    }
  }
});
