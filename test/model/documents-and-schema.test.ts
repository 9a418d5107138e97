import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { IndexService } from '../durability/index-service.ts';
import { announcedSeed, Random } from '../support/seed.ts';
import { describe, type Operation, operationOf } from './operations.ts';
import { Difference, play } from './play.ts';

/** `npm run campaign` sets OPERATIONS and RUNS. */
const OPERATIONS = Number(process.env.OPERATIONS ?? 1000);
const RUNS = Number(process.env.RUNS ?? 2);
/** The time to shrink a failed run, in milliseconds. */
const SHRINKING = 60_000;

for (let run = 1; run <= RUNS; run++) {
  test(`${OPERATIONS} random operations: service and model agree, run ${run}`, async (t) => {
    const seed = announcedSeed(`documents and schema, run ${run}`);
    const random = new Random(seed);
    const operations = Array.from({ length: OPERATIONS }, () => operationOf(random));
    const difference = await differenceOf(t, operations);
    if (difference === undefined) {
      process.stdout.write(`documents and schema, run ${run}: ${OPERATIONS} operations, 0 differences\n`);
      return;
    }
    const shortest = await shrunk(t, operations.slice(0, difference.at + 1));
    assert.fail(
      `seed ${seed}: ${difference.message}\n` +
        `shortest failing run found, ${shortest.length} operations:\n${shortest.slice(-30).map(describe).join('\n')}`,
    );
  });
}

/** Each attempt starts a new service, so that earlier attempts cannot affect it. */
async function differenceOf(
  t: TestContext,
  operations: readonly Operation[],
): Promise<Difference | undefined> {
  const service = await IndexService.start(t);
  try {
    await play(service, operations);
    return undefined;
  } catch (error) {
    if (error instanceof Difference) return error;
    throw error;
  } finally {
    await service.close();
  }
}

/** Shrinks a failing run: removes operations while it still fails, halves first, then smaller pieces. */
async function shrunk(t: TestContext, operations: readonly Operation[]): Promise<readonly Operation[]> {
  let shortest = operations;
  const deadline = Date.now() + SHRINKING;
  for (
    let piece = Math.ceil(shortest.length / 2);
    piece >= 1;
    piece = piece === 1 ? 0 : Math.ceil(piece / 2)
  ) {
    for (let from = 0; from < shortest.length && Date.now() < deadline; ) {
      const without = [...shortest.slice(0, from), ...shortest.slice(from + piece)];
      const difference = await differenceOf(t, without);
      if (difference === undefined) from += piece;
      else shortest = without.slice(0, difference.at + 1);
    }
  }
  return shortest;
}
