import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { temporaryFolder } from '../support/folder.ts';
import { announcedSeed } from '../support/seed.ts';
import type { Attack } from './attack.ts';
import { AttackRun, type Cell } from './attack-run.ts';
import { registeredRoutes } from './registered-routes.ts';
import { lineOf } from './report.ts';
import { attacksOn, connectionAttacks } from './routes.ts';

// The short form of `npm run campaign:overload`: of a third of the routes, by the seed, one request within the limits and one
// beyond them each, by the caller with most rights, to smaller engines.

/** Milliseconds that the probe may wait on a machine that runs other tests at the same time. */
const BOUND = 250;
/** Measurements of a request, of which one must be within the bound. */
const MOST_RUNS = 4;
/** Requests at once. */
const COUNT = 8;
/** The size of the engines, as a share of the campaign's. */
const SCALE = 0.05;

const routes = (await registeredRoutes()).filter(
  // HEAD is GET without the body, and the dashboard passes the requests of the API on.
  ({ method, url }) => method !== 'HEAD' && !url.startsWith('/dashboard/api/accounts/:account/as/v1'),
);

/** The routes are tested in this many runs. */
const PARTS = 3;
const first = announcedSeed('routes of the overload') % PARTS;

/** Requests that take ten seconds each; docs/resilience.md has what the campaign measures. */
const LEFT_OUT = [/multi_search 10 times/, /query_suggestion one letter/];

/** The first attack of each kind. */
const firstOf = (attacks: readonly Attack[]): Attack[] =>
  [true, false].flatMap(
    (kind) =>
      attacks.find(
        ({ isWithin, route, name }) =>
          isWithin === kind && !LEFT_OUT.some((pattern) => pattern.test(`${route} ${name}`)),
      ) ?? [],
  );

suite('an overloaded service answers others in time', () => {
  let run: AttackRun;
  before(async () => {
    run = await AttackRun.start(temporaryFolder({ after() {} }), { probe: BOUND }, SCALE);
  });
  after(() => run.close());

  const isDelay = (failure: string): boolean => failure.startsWith('the probe waited');

  const check = async (t: { diagnostic(line: string): void }, attack: Attack): Promise<void> => {
    const caller = attack.callers.at(-1) ?? 'no key';
    const cell: Cell = { attack, caller, count: Math.min(COUNT, ...(attack.counts ?? [COUNT])) };
    for (let attempt = 1; ; attempt++) {
      const { failures, line, isStarved } = await measured(cell);
      t.diagnostic(line);
      if (failures.length === 0) return;
      assert.ok(failures.every(isDelay), line);
      // A request that delays others does so every time; a machine that runs other tests, now and then.
      if (isStarved) return;
      assert.ok(attempt < MOST_RUNS, line);
    }
  };

  const measured = async (cell: Cell) => {
    const result = await run.measure(cell);
    const { failures, probe } = result;
    // On a starved machine the probe waits without an attack, too.
    const isStarved = failures.length > 0 && (probe.late > BOUND / 2 || (await run.control()) > BOUND / 2);
    return { failures, line: lineOf(result), isStarved };
  };

  for (const route of routes.filter((_, i) => i % PARTS === first)) {
    test(`${route.method} ${route.url}`, async (t) => {
      for (const attack of firstOf(attacksOn(route, run.target))) await check(t, attack);
    });
  }

  for (const attack of connectionAttacks()) {
    // test/http/body-memory.test.ts has pipelined requests.
    if (attack.connection !== 'pipelining') test(attack.name, (t) => check(t, attack));
  }
});
