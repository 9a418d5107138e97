import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { EmbeddedIndex } from '../../src/index/embedded/embedded-index.ts';
import type { Filter, SearchPlan } from '../../src/index/plan.ts';
import type { Schema } from '../../src/values/types.ts';
import { planWith } from '../oracle/small-engine.ts';

// An index without threads runs every search on this thread.

const SCHEMA: Schema = new Map([['place', 'geolocation']]);
const DOCUMENTS = 2_000;
const DISTANCES = 256;

async function searchedIndex(): Promise<(plan: SearchPlan, signal?: AbortSignal) => Promise<unknown>> {
  const index = new EmbeddedIndex({ source: async () => new Map() });
  const generation = index.generation(await index.begin(1, SCHEMA, null));
  const changes = Array.from({ length: DOCUMENTS }, (_, i) => ({
    id: `d${i}`,
    sequence: i + 1,
    fields: new Map([['place', `${i % 80},${i % 170}`]]),
  }));
  await generation.apply(changes, { upTo: DOCUMENTS });
  await index.publish(generation.info);
  return (plan, signal) => generation.search(plan, { ...(signal && { signal }) });
}

/** No document passes, so that every distance of every document is tested: half a million tests. */
const LONG: SearchPlan = planWith({
  filter: {
    kind: 'any',
    of: Array.from(
      { length: DISTANCES },
      (_, i): Filter => ({
        kind: 'distance',
        field: 'place',
        center: { lat: -80, lon: -i % 170 },
        from: 19_999_000,
        to: 20_000_000,
      }),
    ),
  },
});

/** Turns of the event loop until some work ends. */
async function turnsOf(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  work.then(end, end);
  for (; !isOver; turns++) await turn();
  return turns;
}

test('a long search on the main thread lets the event loop run, and ends when it is aborted', async () => {
  const search = await searchedIndex();
  const turns = await turnsOf(search(LONG));
  assert(turns > 4, `${turns} turns of the event loop`);

  const client = new AbortController();
  const aborted = search(LONG, client.signal);
  await turn();
  client.abort(new Error('the client is gone'));
  const rest = turnsOf(aborted);
  await assert.rejects(aborted, /the client is gone/);
  assert((await rest) <= 2, 'it ends at the next turn');
});

test('a short search on the main thread ends without a turn of the event loop', async () => {
  const search = await searchedIndex();
  await search(planWith({}));
  let isOver = false;
  const searched = search(planWith({})).then(() => {
    isOver = true;
  });
  await Promise.race([turn(), searched]);
  assert(isOver);
});
