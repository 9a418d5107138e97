import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sharedService } from '../support/shared-service.ts';

const NOT_TEXT = 'Invalid field type: id must be a string or a number';
const TOO_LONG = 'Invalid field type: id must be less than 800 characters';
const ILL_FORMED = 'Invalid field type: id must be well-formed text';

suite('generated ids', () => {
  test('are doc- and 24 hex digits, consecutive within a batch, new each time', async () => {
    const service = await sharedService();
    const engine = await service.engine();
    const all: string[] = [];
    for (let batch = 0; batch < 3; batch++) {
      const body = Array.from({ length: 100 }, () => ({ title: 'same' }));
      const { json } = await service.call('POST', `/engines/${engine}/documents`, { body });
      const ids: string[] = json.map((entry: { id: string }) => entry.id);
      for (const id of ids) assert.match(id, /^doc-[0-9a-f]{24}$/);
      // The last six digits count up; the counter wraps at its end.
      const counters = ids.map((id) => Number.parseInt(id.slice(-6), 16));
      for (const [i, counter] of counters.entries()) {
        assert.equal(counter, ((counters[0] as number) + i) % 0x1000000);
      }
      all.push(...ids);
    }
    assert.equal(new Set(all).size, 300);
    const list = await service.call('GET', `/engines/${engine}/documents/list`);
    assert.equal(list.json.meta.page.total_results, 300);
    const read = await service.call('GET', `/engines/${engine}/documents`, { body: [all[299]] });
    assert.deepEqual(read.json, [{ id: all[299], title: 'same' }]);
  });

  test('a null id counts as omitted', async () => {
    const service = await sharedService();
    const engine = await service.engine();
    const { json } = await service.call('POST', `/engines/${engine}/documents`, { body: [{ id: null }] });
    assert.match(json[0].id, /^doc-[0-9a-f]{24}$/);
    assert.deepEqual(json[0].errors, []);
  });
});

suite('valid ids', () => {
  const kept: Array<[string, string, string]> = [
    ['a text', '"a1"', 'a1'],
    ['a whole number', '176', '176'],
    ['zero', '0', '0'],
    ['minus zero', '-0', '0'],
    ['a negative number', '-5', '-5'],
    ['a fraction', '1.5', '1.5'],
    ['the largest safe number', '9007199254740991', '9007199254740991'],
    ['one beyond the safe numbers', '9007199254740993', '9007199254740993'],
    ['a 64-bit number', '12345678901234567890', '12345678901234567890'],
    ['a negative 64-bit number', '-9223372036854775807', '-9223372036854775807'],
    ['400 digits', '7'.repeat(400), '7'.repeat(400)],
    ['digits as text', '"0176"', '0176'],
    ['blanks', '"  "', '  '],
    ['blanks around', '" a "', ' a '],
    ['a slash', '"a/b"', 'a/b'],
    ['a backslash and quotes', '"a\\\\b\\"c\'"', 'a\\b"c\''],
    ['a question mark', '"a?b#c&d=e%20"', 'a?b#c&d=e%20'],
    ['line ends', '"a\\n\\tb"', 'a\n\tb'],
    ['capitals', '"ABC"', 'ABC'],
    ['another script', '"日本語"', '日本語'],
    ['a pair of surrogates', '"\\ud83d\\ude00"', '😀'],
    ['a composed letter', '"\\u00e9"', '\u00e9'],
    ['a decomposed letter', '"e\\u0301"', 'e\u0301'],
    ['799 characters', `"${'x'.repeat(799)}"`, 'x'.repeat(799)],
    ['799 emojis', `"${'😀'.repeat(799)}"`, '😀'.repeat(799)],
    ['true as text', '"true"', 'true'],
    ['null as text', '"null"', 'null'],
  ];
  test('are returned unchanged, and each finds its document', async (t) => {
    const service = await sharedService();
    const engine = await service.engine();
    for (const [what, sent, id] of kept) {
      await t.test(what, async () => {
        const made = await service.call('POST', `/engines/${engine}/documents`, {
          body: `[{"id":${sent},"title":"x"}]`,
        });
        assert.deepEqual(made.json, [{ id, errors: [] }]);
        const document = { id, title: 'x' };
        // As it was sent, as text, and in the query string.
        const bySent = await service.call('GET', `/engines/${engine}/documents`, { body: `[${sent}]` });
        assert.deepEqual(bySent.json, [document]);
        const byText = await service.call('GET', `/engines/${engine}/documents`, { body: [id] });
        assert.deepEqual(byText.json, [document]);
        const address = `?ids[]=${encodeURIComponent(id)}`;
        const byAddress = await service.call('GET', `/engines/${engine}/documents${address}`);
        assert.deepEqual(byAddress.json, [document]);
        const found = await service.call('POST', `/engines/${engine}/search`, {
          body: { query: '', filters: { id } },
        });
        assert.deepEqual(found.json.results[0].id, { raw: id });
        assert.equal(found.json.results[0]._meta.id, id);
        const patched = await service.call('PATCH', `/engines/${engine}/documents`, {
          body: `[{"id":${sent},"title":"y"}]`,
        });
        assert.deepEqual(patched.json, [{ id, errors: [] }]);
        const gone = await service.call('DELETE', `/engines/${engine}/documents`, { body: `[${sent}]` });
        assert.deepEqual(gone.json, [{ id, deleted: true }]);
      });
    }
  });

  test('a number and the same digits as text are one document', async () => {
    const service = await sharedService();
    const engine = await service.engine();
    await service.call('POST', `/engines/${engine}/documents`, { body: [{ id: 5 }, { id: '5', x: 'y' }] });
    const list = await service.call('GET', `/engines/${engine}/documents/list`);
    assert.deepEqual(list.json.results, [{ id: '5', x: 'y' }]);
  });

  test('that only look alike are different', async () => {
    const service = await sharedService();
    const engine = await service.engine();
    const ids = ['a', 'A', 'а', 'ａ', '\u00e9', 'e\u0301', ' a', 'a ', 'a\u0001'];
    await service.call('POST', `/engines/${engine}/documents`, { body: ids.map((id) => ({ id })) });
    const read = await service.call('GET', `/engines/${engine}/documents`, { body: ids });
    assert.deepEqual(
      read.json,
      ids.map((id) => ({ id })),
    );
  });
});

suite('invalid ids', () => {
  const refused: Array<[string, string, string, string]> = [
    ['an empty text', '""', '', 'Invalid field type: id must not be empty'],
    ['true', 'true', '', NOT_TEXT],
    ['false', 'false', '', NOT_TEXT],
    ['an object', '{"a":1}', '', NOT_TEXT],
    ['an array', '["a"]', '', NOT_TEXT],
    ['800 characters', `"${'x'.repeat(800)}"`, 'x'.repeat(800), TOO_LONG],
    ['800 emojis', `"${'😀'.repeat(800)}"`, '😀'.repeat(800), TOO_LONG],
    ['a number of 800 digits', '7'.repeat(800), '7'.repeat(800), TOO_LONG],
    ['a lone high surrogate', '"a\\ud800"', 'a\ud800', ILL_FORMED],
    ['a lone low surrogate', '"\\udc00a"', '\udc00a', ILL_FORMED],
    ['surrogates the wrong way round', '"\\ude00\\ud83d"', '\ude00\ud83d', ILL_FORMED],
    ['a NUL', '"a\\u0000b"', 'a\u0000b', ILL_FORMED],
  ];
  for (const method of ['POST', 'PATCH']) {
    test(`get an error from ${method}, and nothing is stored`, async (t) => {
      const service = await sharedService();
      const engine = await service.engine();
      for (const [what, sent, reported, message] of refused) {
        await t.test(what, async () => {
          const { status, json } = await service.call(method, `/engines/${engine}/documents`, {
            body: `[{"id":${sent},"title":"x"}]`,
          });
          assert.equal(status, 200);
          assert.deepEqual(json, [{ id: reported, errors: [message] }]);
        });
      }
      assert.equal((await service.call('GET', `/engines/${engine}`)).json.document_count, 0);
    });
  }

  test('count as unknown when read or deleted', async () => {
    const service = await sharedService();
    // What a store with UTF-8 texts would make of a lone surrogate.
    const engine = await service.engine({ documents: [{ id: '\ufffd' }, { id: 'a' }] });
    const ids = ['""', '"\\ud800"', '"a\\u0000"', `"${'x'.repeat(800)}"`];
    for (const sent of ids) {
      const id = JSON.parse(sent);
      const read = await service.call('GET', `/engines/${engine}/documents`, { body: `[${sent}]` });
      assert.deepEqual({ status: read.status, json: read.json }, { status: 200, json: [null] });
      const gone = await service.call('DELETE', `/engines/${engine}/documents`, { body: `[${sent}]` });
      assert.deepEqual(
        { status: gone.status, json: gone.json },
        { status: 200, json: [{ id, deleted: false }] },
      );
    }
    assert.equal((await service.call('GET', `/engines/${engine}`)).json.document_count, 2);
  });
});
