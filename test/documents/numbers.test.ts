import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sharedService } from '../support/shared-service.ts';

/** The value sent, as JSON; its value in a text field; its value in a number field, undefined if rejected. */
const NUMBERS: Array<[string, string, number | undefined]> = [
  ['0', '0', 0],
  ['-0', '0', 0],
  ['1e308', '1e+308', 1e308],
  ['1e309', '1e309', undefined],
  ['-1e309', '-1e309', undefined],
  ['5e-324', '5e-324', 5e-324],
  ['9007199254740991', '9007199254740991', 9007199254740991],
  ['9007199254740992', '9007199254740992', 9007199254740992],
  ['9007199254740993', '9007199254740993', 9007199254740992],
  ['12345678901234567890', '12345678901234567890', 12345678901234567000],
  ['0.30000000000000004', '0.30000000000000004', 0.30000000000000004],
  ['265795.2', '265795.2', 265795.2],
  ['1e5', '100000', 100000],
  ['1E5', '100000', 100000],
  ['-1.5e-7', '-1.5e-7', -1.5e-7],
  ['7'.repeat(300), '7'.repeat(300), Number('7'.repeat(300))],
  ['7'.repeat(400), '7'.repeat(400), undefined],
  ['"-0"', '-0', 0],
  ['"1e308"', '1e308', 1e308],
  ['"1e309"', '1e309', undefined],
  ['"5e-324"', '5e-324', 5e-324],
  ['"9007199254740993"', '9007199254740993', 9007199254740992],
  ['"0.1"', '0.1', 0.1],
  ['"1e5"', '1e5', 100000],
  ['"+1.50"', '+1.50', 1.5],
  ['".5"', '.5', 0.5],
  ['"5."', '5.', 5],
  ['"007"', '007', 7],
  ['"1_000"', '1_000', undefined],
  ['"1,000"', '1,000', undefined],
  ['"１"', '１', undefined],
  ['"٣"', '٣', undefined],
  ['" 1 "', ' 1 ', undefined],
  ['"1\\n"', '1\n', undefined],
  ['"0x10"', '0x10', undefined],
  ['"0b1"', '0b1', undefined],
  ['"1n"', '1n', undefined],
  ['"NaN"', 'NaN', undefined],
  ['"Infinity"', 'Infinity', undefined],
  ['""', '', undefined],
  ['"-"', '-', undefined],
  ['"1e"', '1e', undefined],
  [`"${'7'.repeat(400)}"`, '7'.repeat(400), undefined],
];

suite('numbers over HTTP', () => {
  test('a text field keeps the digits, even after a change to number and back', async () => {
    const service = await sharedService();
    const engine = await service.engine();
    const body = `[${NUMBERS.map(([sent], i) => `{"id":"${i}","n":${sent}}`)}]`;
    const made = await service.call('POST', `/engines/${engine}/documents`, { body });
    assert.deepEqual(
      made.json,
      NUMBERS.map((_, i) => ({ id: `${i}`, errors: [] })),
    );
    const shown = async () => {
      await service.settled(engine);
      const list = await service.call('GET', `/engines/${engine}/documents/list`);
      return list.json.results.map(({ n }: { n: unknown }) => n);
    };
    const texts = NUMBERS.map(([, text]) => text);
    assert.deepEqual(await shown(), texts);
    await service.call('POST', `/engines/${engine}/schema`, { body: { n: 'number' } });
    assert.deepEqual(
      await shown(),
      NUMBERS.map(([, , number]) => number ?? null),
    );
    await service.call('POST', `/engines/${engine}/schema`, { body: { n: 'text' } });
    assert.deepEqual(await shown(), texts);
  });

  test('a number field accepts finite doubles in plain notation and nothing else', async (t) => {
    const service = await sharedService();
    const engine = await service.engine({ schema: { n: 'number' } });
    for (const [i, [sent, text, number]] of NUMBERS.entries()) {
      await t.test(`${sent.slice(0, 30)}: ${number}`, async () => {
        const body = `{"id":"${i}","n":${sent}}`;
        const { json } = await service.call('POST', `/engines/${engine}/documents`, { body });
        const error = `Invalid field value: Value '${text}' cannot be parsed as a float`;
        assert.deepEqual(json, [{ id: `${i}`, errors: number === undefined ? [error] : [] }]);
        const read = await service.call('GET', `/engines/${engine}/documents`, { body: [`${i}`] });
        assert.deepEqual(read.json, [number === undefined ? null : { id: `${i}`, n: number }]);
      });
    }
  });

  test('doubles are stored without rounding', async () => {
    const service = await sharedService();
    const engine = await service.engine({ schema: { n: 'number' } });
    const numbers = [0.1 + 0.2, 1 / 3, 2 ** 53 - 1, 2 ** 53, Number.MAX_VALUE, Number.MIN_VALUE, 4295127.0];
    const documents = numbers.map((n, i) => ({ id: `${i}`, n }));
    await service.call('POST', `/engines/${engine}/documents`, { body: documents });
    const list = await service.call('GET', `/engines/${engine}/documents/list`);
    assert.deepEqual(list.json.results, documents);
  });
});
