import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { announcedSeed, Random } from '../support/seed.ts';
import { request, temporaryFolder } from '../support/service.ts';
import { until } from '../support/until.ts';
import { Groups } from './groups.ts';
import { Reader, type Stored } from './stored.ts';
import { type Holdings, PRIVATE_KEY, SHARED_ENGINES, Writer } from './writer.ts';

/** Number of kills; `npm run campaign` sets KILLS. */
const KILLS = Number(process.env.KILLS ?? 10);
const WRITERS = 4;
const LONGEST_ROUND = 400;
/** The least number of writes acknowledged in a round before its kill, on any machine. */
const LEAST_PER_ROUND = 6;

/** The stored data of one writer, in a form that compares. */
const partOf = (stored: Stored, writer: Writer) => ({
  engines: Object.fromEntries(
    [...stored.engines]
      .filter(([name]) => writer.owns(name) || (SHARED_ENGINES as readonly string[]).includes(name))
      .map(([name, documents]) => [
        name,
        Object.fromEntries([...documents].filter(([id]) => writer.owns(id)).sort()),
      ]),
  ),
  keys: [...stored.keys].filter((name) => writer.owns(name)).sort(),
});
const shapeOf = ({ engines, keys }: Holdings) => ({
  engines: Object.fromEntries(
    [...engines].map(([name, documents]) => [name, Object.fromEntries([...documents].sort())]),
  ),
  keys: [...keys.keys()].sort(),
});

test(`no acknowledged write is lost or applied in part: ${KILLS} kills during writes`, async (t) => {
  const seed = announcedSeed('kill during writes');
  const random = new Random(seed);
  const data = temporaryFolder(t);
  const writers = Array.from({ length: WRITERS }, (_, n) => new Writer(`w${n}`, new Random(seed + n + 1)));
  const groups = new Groups();
  const counts = { applied: 0, absent: 0 };
  let server: ServerProcess | undefined;
  t.after(() => server?.end('SIGKILL'));
  const acknowledgedWrites = () =>
    writers.reduce((sum, writer) => sum + writer.acknowledged, 0) + groups.acknowledged;
  const start = () => startProcess(data, { FINDLING_LOG_LEVEL: 'error' });

  server = await start();
  for (const name of SHARED_ENGINES) {
    const url: string = `${server.baseUrl}/api/as/v1/engines`;
    assert.equal((await request(url, 'POST', { key: PRIVATE_KEY, body: { name } })).status, 200);
  }
  for (let round = 1; round <= KILLS; round++) {
    const { baseUrl } = server;
    const before = acknowledgedWrites();
    const load = Promise.all([
      ...writers.map((writer) => writer.writeUntilKilled(baseUrl)),
      ...[1, 2].map((n) => groups.writeUntilKilled(baseUrl, new Random(seed + round * 10 + n))),
      groups.readUntilKilled(baseUrl, random),
    ]);
    await sleep(20 + random.below(LONGEST_ROUND));
    await until(
      `${LEAST_PER_ROUND} writes are acknowledged`,
      async () => acknowledgedWrites() >= before + LEAST_PER_ROUND,
    );
    assert.equal(await server.end('SIGKILL'), null);
    await load;

    server = await start();
    try {
      await verify(new Reader(server.baseUrl));
    } catch (cause) {
      throw new Error(`round ${round} of seed ${seed}`, { cause });
    }
  }
  assert.equal(await server.end('SIGTERM'), 0);

  async function verify(reader: Reader): Promise<void> {
    const stored = await reader.everything();
    for (const writer of writers) {
      const actual = partOf(stored, writer);
      const without = shapeOf(writer.holdings);
      const withInFlight = shapeOf(writer.holdingsWithInFlight());
      const isApplied =
        writer.inFlight !== undefined && isSame(actual, withInFlight) && !isSame(actual, without);
      if (!isApplied) assert.deepEqual(actual, without, `${writer.name}, with ${what(writer)} under way`);
      if (writer.inFlight) isApplied ? counts.applied++ : counts.absent++;
      if (isApplied) writer.holdings = writer.holdingsWithInFlight();
      writer.inFlight = undefined;
      for (const [name, value] of writer.holdings.keys) {
        // The value of a key whose creation was not answered is unknown.
        if (value !== '') await reader.get('/engines', value);
        else assert.ok(stored.keys.has(name));
      }
    }
    for (const [engine, documents] of stored.engines) {
      const strangers = [...documents.keys()].filter(
        (id) => !id.startsWith('group-') && !writers.some((writer) => writer.owns(id)),
      );
      assert.deepEqual(strangers, [], `${engine} holds only what was written`);
      const stamps = [...documents.values()].map(({ stamp }) => stamp as string);
      const some = Array.from({ length: Math.min(5, stamps.length) }, () => random.pick(stamps));
      await reader.compareWords(engine, documents, [...some, 'w0stamp0', 'w1stamp1']);
    }
    await groups.verify((server as ServerProcess).baseUrl);
  }

  const acknowledged = acknowledgedWrites();
  assert.ok(acknowledged > KILLS * 5, 'the server was killed while it worked');
  process.stdout.write(
    `kill during writes: ${KILLS} kills, ${acknowledged} writes acknowledged, ${counts.applied + counts.absent} under way ` +
      `(${counts.applied} there, ${counts.absent} not), ${groups.reads} reads between; 0 lost, 0 phantom, 0 half-applied\n`,
  );
});

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value)
        .map(([name, item]) => [name, sorted(item)])
        .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))
    : value;
const what = ({ inFlight }: Writer): string =>
  inFlight ? `${inFlight.method} ${inFlight.path} ${JSON.stringify(inFlight.body ?? null)}` : 'nothing';
