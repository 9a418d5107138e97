import assert from 'node:assert/strict';
import test from 'node:test';
import { HOSTILE } from '../support/hostile-strings.ts';
import { announcedSeed, Random, repetitions } from '../support/seed.ts';
import { startTestService } from '../support/service.ts';

/** An engine that imports the export of another is its copy: same documents, same values, same order. */

const TEXTS = [
  ...Object.values(HOSTILE),
  '',
  ' ',
  '\ud83d',
  '\u0000',
  'null',
  '{}',
  '"',
  '\\',
  '\n',
  '\u2028',
];
/**
 * Names of nested members. None begins with a backslash: after {"k":1,"\\\\":1}, JSON.parse of Node 24 reads the second
 * name of {"k":1,"\\u2028":1} as a backslash.
 */
const NAMES = TEXTS.filter((text) => !text.startsWith('\\'));
/** JSON of values, some of which `JSON.parse` would not keep. */
const NUMBERS = [
  '0',
  '-0',
  '1.50',
  '1e3',
  '1E400',
  '9007199254740993',
  '-123456789012345678901234567890',
  '5e-324',
];
const FIELDS = ['title', 'n', 'd', 'place', 'a_b', 'x1', 'constructor', 'to_string', 'list'];
const SCHEMA = { n: 'number', d: 'date', place: 'geolocation' };
const TYPED: Readonly<Record<string, readonly string[]>> = {
  n: ['1', '"1.50"', '-0', '1e-7', '["1",2,null]', 'null'],
  d: ['"2020-02-29"', '"2020-01-01T00:00:00+01:00"', '["1999-12-31T23:59:59Z"]', 'null'],
  place: ['"1,2"', '[2.5,1]', '"38.89,-77.08"', 'null'],
};

const textJson = (random: Random): string => JSON.stringify(random.pick(TEXTS));
const scalar = (random: Random): string =>
  random.pick([textJson(random), random.pick(NUMBERS), 'true', 'false', 'null']);

function value(random: Random, level = 0): string {
  const size = random.below(4);
  const kind = level > 2 ? 0 : random.below(6);
  if (kind === 4)
    return `{${Array.from({ length: size }, () => `${JSON.stringify(random.pick(NAMES))}:${value(random, level + 1)}`).join()}}`;
  if (kind === 5 && level === 0) {
    return `[${Array.from({ length: size }, () => (random.below(4) === 0 ? `{"k":${value(random, 1)}}` : scalar(random))).join()}]`;
  }
  return scalar(random);
}

function document(random: Random, number: number, typed: boolean): string {
  const members = FIELDS.filter(() => random.below(3) === 0)
    .sort(() => random.next() - 0.5)
    .map((name) => {
      const own = typed && Object.hasOwn(TYPED, name) ? TYPED[name] : undefined;
      return `${JSON.stringify(name)}:${own === undefined ? value(random) : random.pick(own)}`;
    });
  const id = random.pick([`"d${number}"`, String(number), JSON.stringify(`${HOSTILE.emoji} "${number}" \n`)]);
  // The id can be anywhere, and some documents are given one.
  if (random.below(10) > 0) members.splice(random.below(members.length + 1), 0, `"id":${id}`);
  return `{${members.join(random.pick([',', ' , ']))}}`;
}

test('an import of an export is the identity', { timeout: 600_000 }, async (t) => {
  const seed = announcedSeed('import(export)');
  const random = new Random(seed);
  const service = await startTestService(t);
  const NDJSON = { 'content-type': 'application/x-ndjson' };
  for (let round = 0; round < repetitions('IDENTITY_ROUNDS', 10); round++) {
    const isTyped = round % 2 === 1;
    const schema = isTyped ? { schema: SCHEMA } : {};
    const [source, copy] = [await service.engine(schema), await service.engine(schema)];
    const path = `/engines/${source}/documents`;
    const documents = Array.from({ length: 1 + random.below(300) }, (_, i) => document(random, i, isTyped));
    for (let from = 0; from < documents.length; from += 100) {
      const { status, json, text } = await service.call('POST', path, {
        body: `[${documents.slice(from, from + 100).join()}]`,
      });
      assert.equal(status, 200, `seed ${seed}, round ${round}: ${text}`);
      const refused = json.filter(({ errors }: { errors: unknown[] }) => errors.length > 0);
      assert.deepEqual(refused, [], `seed ${seed}, round ${round}`);
    }
    await service.call('DELETE', path, { body: ['d1', '2'] });
    const exported = await service.call('GET', `${path}/export`);
    const imported = await service.call('POST', `/engines/${copy}/documents`, {
      body: exported.text,
      headers: NDJSON,
    });
    for (const line of imported.text.trimEnd().split('\n')) {
      assert.deepEqual(JSON.parse(line).errors, [], `seed ${seed}, round ${round}: ${line}`);
    }
    const again = await service.call('GET', `/engines/${copy}/documents/export`);
    assert.equal(again.text, exported.text, `seed ${seed}, round ${round}`);
    const listed = (engine: string) => service.call('GET', `/engines/${engine}/documents/list`);
    assert.deepEqual((await listed(copy)).json, (await listed(source)).json, `seed ${seed}, round ${round}`);
  }
});
