import assert from 'node:assert/strict';
import { test } from 'node:test';
import { announcedSeed, Random, repetitions } from '../support/seed.ts';
import { sharedService } from '../support/shared-service.ts';
import type { Explained } from './shelf.ts';

const ENGINES = repetitions('ENGINES', 6);
const SEARCHES = 12;
const WORDS =
  'park parks parking cave caves canyon the of web site website red reds blue e-commerce PowerShot'.split(
    ' ',
  );

interface Result {
  readonly id: { readonly raw: string };
  readonly _meta: { readonly score: number | null };
}

const text = (random: Random, most: number): string =>
  Array.from({ length: 1 + random.below(most) }, () => random.pick(WORDS)).join(' ');

const document = (random: Random, n: number): Record<string, unknown> => ({
  id: `d${n}`,
  title: text(random, 4),
  ...(random.below(3) > 0 && { body: text(random, 9) }),
  ...(random.below(4) > 0 && { size: random.below(20) }),
});

function options(random: Random): Record<string, unknown> {
  const maybe = (chance: number, option: object): object => (random.below(chance) === 0 ? option : {});
  const query = random.pick([
    text(random, 3),
    text(random, 1),
    `+${random.pick(WORDS)}`,
    '',
    text(random, 5),
  ]);
  const boost = random.pick([
    { type: 'value', value: [3, 4], operation: 'add', factor: 2 },
    { type: 'functional', function: 'logarithmic', operation: 'multiply', factor: 0.5 },
    { type: 'proximity', function: 'gaussian', center: 10, factor: 3 },
  ]);
  return {
    query,
    ...maybe(2, { precision: 1 + random.below(11) }),
    ...maybe(3, {
      search_fields: random.pick([{ title: {} }, { title: { weight: 3 }, body: {} }, { body: {} }]),
    }),
    ...maybe(3, {
      filters: random.pick([
        { size: { from: 5 } },
        { all: [{ size: { to: 15 } }, { none: [{ id: 'd1' }] }] },
      ]),
    }),
    ...maybe(3, { boosts: { size: boost } }),
    ...maybe(4, { sort: random.pick([{ size: 'asc' }, [{ size: 'desc' }, { _score: 'desc' }]]) }),
  };
}

test('every document of a search has its position and score, every other one a stage that dropped it', async () => {
  const random = new Random(announcedSeed('explanations of searches'));
  const service = await sharedService();
  for (let engines = 0; engines < ENGINES; engines++) {
    const documents = Array.from({ length: 15 }, (_, n) => document(random, n));
    const engine = await service.engine({ schema: { size: 'number' }, documents });
    for (let searches = 0; searches < SEARCHES; searches++) {
      const asked = options(random);
      const { json } = await service.call('POST', `/engines/${engine}/search`, {
        body: { ...asked, page: { size: 100 } },
      });
      const results: Result[] = json.results;
      const places = new Map(
        results.map(({ id, _meta }, at) => [id.raw, { position: at + 1, score: _meta.score }]),
      );
      for (const { id } of documents) {
        const { json: answer } = await service.call('POST', `/engines/${engine}/search_explain`, {
          body: { ...asked, page: { size: 100 }, document_id: id },
        });
        const explained: Explained = answer.explanation;
        const context = `${JSON.stringify(asked)} ${id}: ${JSON.stringify(explained)}`;
        const place = places.get(String(id));
        assert.equal(explained.position, place?.position ?? null, context);
        assert.equal(explained.dropped_by === null, place !== undefined, context);
        if (place === undefined) continue;
        const sum = explained.parts.reduce((all, { score }) => all + score, 0);
        const near = (a: number, b: number): boolean =>
          Math.abs(a - b) <= 1e-6 * Math.max(Math.abs(a), Math.abs(b));
        assert.ok(near(sum, explained.score ?? Number.NaN), context);
        if (place.score !== null) assert.ok(near(explained.score ?? Number.NaN, place.score), context);
      }
    }
  }
});
