/**
 * Builds our index on one thread for each line `build SET FILE LIMIT`, in columns; the response is
 * `built DOCUMENTS NANOS BYTES`. The time is that of building, merges included, from parsed documents until all are
 * searchable, without reading, parsing and the conversion of values.
 */
import { createInterface } from 'node:readline';
import { type DataSet, readBatches } from '../data-set.ts';
import { changeOf, newGeneration, newIndex } from '../kernel/ours.ts';

const READ_AT_ONCE = 10_000;
const APPLIED_AT_ONCE = 1_000;

async function build(set: DataSet): Promise<string> {
  const index = newIndex();
  const generation = await newGeneration(index);
  let nanos = 0n;
  const timed = async (work: () => Promise<unknown>): Promise<void> => {
    const started = process.hrtime.bigint();
    await work();
    nanos += process.hrtime.bigint() - started;
  };
  let sequence = 0;
  for await (const batch of readBatches(set, READ_AT_ONCE)) {
    const changes = batch.map((document) => changeOf(document, ++sequence));
    await timed(async () => {
      for (let from = 0; from < changes.length; from += APPLIED_AT_ONCE) {
        await generation.apply(changes.slice(from, from + APPLIED_AT_ONCE));
      }
    });
  }
  await timed(async () => {
    await index.publish(generation.info);
    await generation.settled();
  });
  const answer = ['built', sequence, nanos, generation.byteLength].join('\t');
  await index.close();
  return answer;
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const [, name = '', file = '', limit] = line.split('\t');
  process.stdout.write(`${await build({ name, file, limit: Number(limit) })}\n`);
}
process.exit(0);
