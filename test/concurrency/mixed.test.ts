import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { announcedSeed, Random } from '../support/seed.ts';
import { startWatchedService } from '../support/watched-service.ts';
import { ENGINE, HEAVY, HERE, Mixed, WORDS } from './mixed.ts';
import { Partition } from './partition.ts';
import { TransientDocuments } from './transient-documents.ts';

/** How long writers and searchers run; a longer campaign sets SECONDS. */
const SECONDS = Number(process.env.SECONDS ?? 10);
/** Enough documents for searches in workers and large merges in the indexer. */
const DOCUMENTS = 20_000;
const PARTITIONS = 3;

test(`writers, searchers, schema changes and deletions at once: ${SECONDS} s`, async (t) => {
  const random = new Random(announcedSeed('mixed'));
  const service = await startWatchedService(t, { FINDLING_WORKERS: '2' });
  const mixed = new Mixed(service);
  const { status } = await service.call('POST', '/engines', { body: { name: ENGINE } });
  assert.equal(status, 200);
  await mixed.must('POST', '/schema', { version: 'number', flip: 'text', part: 'text' });
  await load(mixed);

  const partitions = Array.from(
    { length: PARTITIONS },
    (_, n) => new Partition(`part${n}`, mixed, new Random(random.below(2 ** 31))),
  );
  const transient = new TransientDocuments(mixed, new Random(random.below(2 ** 31)));
  const stop = new AbortController();
  const { signal } = stop;
  const counts = { totals: 0, changes: 0 };
  const work = [
    ...partitions.map((partition) => partition.write(signal)),
    ...partitions.map((partition) => partition.search(signal)),
    transient.write(signal),
    countEverything(),
    changeTypes(),
  ];
  // The first failure ends the test.
  const failed = Promise.all(work).then(() => {});
  failed.catch(() => stop.abort());
  await Promise.race([sleep(SECONDS * 1000), failed]);
  stop.abort();
  await failed;

  for (const partition of partitions) {
    const [least, most] = partition.boundsSince(partition.acknowledged);
    assert.equal(least, most);
    await partition.look();
  }
  await assertTotal();
  const sum = (of: (partition: Partition) => number) =>
    partitions.reduce((all, partition) => all + of(partition), 0);
  const busiest = await mixed.busiest();
  process.stdout.write(
    `mixed: ${SECONDS} s, ${sum(({ writes }) => writes)} batches (${sum(({ deletions }) => deletions)} of them deletions), ` +
      `${transient.arrived} documents came and ${transient.gone} went, ${sum(({ searches }) => searches)} searches of partitions, ` +
      `${counts.totals} of everything, ${counts.changes} changes of types, up to ${busiest} calls at once in workers; ` +
      '0 torn, 0 too old\n',
  );
  assert.ok(busiest > 0, 'workers had something to do');
  assert.ok(counts.changes > 0 && counts.totals > 0);
  assert.ok(partitions.every(({ writes, searches }) => writes > 0 && searches > writes));

  /** Counts all documents repeatedly, which workers do too. */
  async function countEverything(): Promise<void> {
    while (!signal.aborted) await assertTotal();
  }

  async function assertTotal(): Promise<void> {
    const from = performance.now();
    const acknowledged = partitions.map((partition) => partition.acknowledged);
    const query = counts.totals++ % 2 === 0 ? HEAVY : '';
    // A facet on a value that all have: the total of the page is capped at 10,000.
    const { facets } = await mixed.search({ query, facets: { here: { type: 'value' } }, page: { size: 1 } });
    const bounds = [
      transient.boundsSince(from),
      ...partitions.map((partition, i) => partition.boundsSince(acknowledged[i] ?? 0)),
    ];
    const least = bounds.reduce((sum, [low]) => sum + low, DOCUMENTS);
    const most = bounds.reduce((sum, [, high]) => sum + high, DOCUMENTS);
    const [{ value, count: total }] = facets.here[0].data;
    assert.equal(value, HERE);
    assert.ok(total >= least && total <= most, `${total} documents, from ${least} to ${most} were possible`);
  }

  /** Repeatedly changes the type of a field and adds another field. */
  async function changeTypes(): Promise<void> {
    for (let turn = 0; !signal.aborted; turn++) {
      const type = turn % 2 === 0 ? 'number' : 'text';
      const schema = await mixed.must('POST', '/schema', { flip: type, [`extra_${turn % 40}`]: 'date' });
      assert.equal(schema.flip, type);
      while ((await mixed.must('GET', '/schema/reindex')).state !== 'idle') await sleep(20);
      counts.changes++;
      const { facets } = await mixed.search({ query: '', facets: { flip: { type: 'value' } } });
      for (const { value } of facets.flip[0].data) assert.equal(typeof value, turnedTo(type));
    }
  }
});

const turnedTo = (type: string): string => (type === 'number' ? 'number' : 'string');

/** Documents that do not change. */
async function load(mixed: Mixed): Promise<void> {
  let next = 0;
  const loader = async () => {
    while (next < DOCUMENTS) {
      const from = next;
      next += 100;
      const body = Array.from({ length: 100 }, (_, i) => ({
        id: `base-${from + i}`,
        here: HERE,
        title: WORDS,
        body: `${WORDS} w${(from + i) % 997}`,
      }));
      await mixed.must('POST', '/documents', body);
    }
  };
  await Promise.all([loader(), loader(), loader()]);
}
