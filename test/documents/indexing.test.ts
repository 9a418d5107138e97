import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { startTestService } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';

const EMPTY = 'JSON must not be empty';
const UNDECODABLE = 'There was a decoding error. Please ensure your request is valid.';

suite('indexing documents', () => {
  test('an array gets one result per document, in order', async () => {
    const service = await sharedService();
    const engine = await service.engine();
    const answer = await service.call('POST', `/engines/${engine}/documents`, {
      body: [{ id: 'b', title: 'Emma' }, { title: 'Dune' }, { id: 'a' }],
    });
    assert.equal(answer.status, 200);
    const generated = answer.json[1].id;
    assert.match(generated, /^doc-[0-9a-f]{24}$/);
    assert.equal(
      answer.text,
      `[{"id":"b","errors":[]},{"id":"${generated}","errors":[]},{"id":"a","errors":[]}]`,
    );
  });

  test('a single object counts as an array of one', async () => {
    const service = await sharedService();
    const engine = await service.engine();
    const answer = await service.call('POST', `/engines/${engine}/documents`, { body: { id: 'a', x: 'y' } });
    assert.deepEqual(
      { status: answer.status, json: answer.json },
      { status: 200, json: [{ id: 'a', errors: [] }] },
    );
    const read = await service.call('GET', `/engines/${engine}/documents?ids[]=a`);
    assert.deepEqual(read.json, [{ id: 'a', x: 'y' }]);
  });

  test('an existing document is replaced completely', async () => {
    const service = await sharedService();
    const engine = await service.engine({ documents: [{ id: 'a', title: 'Dune', year: '1965' }] });
    await service.call('POST', `/engines/${engine}/documents`, { body: [{ id: 'a', title: 'Emma' }] });
    const read = await service.call('GET', `/engines/${engine}/documents?ids[]=a`);
    assert.deepEqual(read.json, [{ id: 'a', title: 'Emma' }]);
  });

  test('if a batch has an id twice, the last document is stored', async () => {
    const service = await sharedService();
    const engine = await service.engine();
    const body = [{ id: 'a', old: '1' }, { id: 'b' }, { id: 'a', new: '2' }];
    const answer = await service.call('POST', `/engines/${engine}/documents`, { body });
    assert.deepEqual(answer.json, [
      { id: 'a', errors: [] },
      { id: 'b', errors: [] },
      { id: 'a', errors: [] },
    ]);
    const read = await service.call('GET', `/engines/${engine}/documents?ids[]=a`);
    assert.deepEqual(read.json, [{ id: 'a', new: '2' }]);
  });

  test('an invalid document does not affect the others, and the status is 200', async () => {
    const service = await sharedService();
    const engine = await service.engine({ schema: { year: 'number' } });
    const { status, json } = await service.call('POST', `/engines/${engine}/documents`, {
      body: [
        { id: 'good', year: 1 },
        { id: 'bad', year: 'x' },
        { none: 1 },
        'text',
        null,
        5,
        ['a'],
        { id: 'last' },
      ],
    });
    assert.equal(status, 200);
    assert.deepEqual(json, [
      { id: 'good', errors: [] },
      { id: 'bad', errors: ["Invalid field value: Value 'x' cannot be parsed as a float"] },
      { id: '', errors: ['Invalid field name: none'] },
      { id: '', errors: ['Document must be an object'] },
      { id: '', errors: ['Document must be an object'] },
      { id: '', errors: ['Document must be an object'] },
      { id: '', errors: ['Document must be an object'] },
      { id: 'last', errors: [] },
    ]);
    for (const entry of json) assert.deepEqual(Object.keys(entry), ['id', 'errors']);
    const list = await service.call('GET', `/engines/${engine}/documents/list`);
    assert.deepEqual(list.json.results, [{ id: 'good', year: 1 }, { id: 'last' }]);
  });

  test('a batch of invalid documents gets 200 too, and changes nothing', async () => {
    const service = await sharedService();
    const engine = await service.engine({ documents: [{ id: 'a', title: 'Dune' }] });
    const body = [
      { id: 'a', title: 'Emma', Bad: 1 },
      { id: 'b', fresh: 'x', 'also bad': 1 },
    ];
    const { status, json } = await service.call('POST', `/engines/${engine}/documents`, { body });
    assert.equal(status, 200);
    assert.deepEqual(json, [
      { id: 'a', errors: ['Invalid field name: Bad'] },
      { id: 'b', errors: ['Invalid field name: also bad'] },
    ]);
    const list = await service.call('GET', `/engines/${engine}/documents/list`);
    assert.deepEqual(list.json.results, [{ id: 'a', title: 'Dune' }]);
    assert.deepEqual((await service.call('GET', `/engines/${engine}/schema`)).json, { title: 'text' });
  });

  test('all errors of a document are reported', async () => {
    const service = await sharedService();
    const engine = await service.engine({ schema: { year: 'number', born: 'date', place: 'geolocation' } });
    const body = { id: 'a', year: 'x', born: 'y', place: 'not a place', Wrong: 1, _hidden: 2, nested: [[1]] };
    const { json } = await service.call('POST', `/engines/${engine}/documents`, { body });
    assert.deepEqual(json, [
      {
        id: 'a',
        errors: [
          "Invalid field value: Value 'x' cannot be parsed as a float",
          "Invalid field value: Value 'y' cannot be parsed as a date (RFC 3339)",
          "Invalid field value: Value 'not a place' cannot be parsed as a location",
          'Invalid field name: Wrong',
          'Invalid field name: _hidden',
          "Invalid field value: Value '[1]' cannot be an array",
        ],
      },
    ]);
  });

  test('field names follow the rules of the schema, and errors quote them as sent', async () => {
    const service = await sharedService();
    const engine = await service.engine();
    const reserved = ['external_id', 'engine_id', 'highlight', 'or', 'and', 'not', 'any', 'all', 'none'];
    const bad = [
      ...reserved,
      '',
      ' ',
      'a b',
      '_a',
      '12',
      '_',
      'A',
      'invalidFieldName',
      'invalid-field-name',
      'invalid.field.name',
      'größe',
      'a１',
      'ı',
      'ﬁ',
      'K',
      'é',
      'a\u0000',
      'a\u200d',
      '"',
      '\ud800',
      'a'.repeat(65),
      '😀',
    ];
    const { json } = await service.call('POST', `/engines/${engine}/documents`, {
      body: bad.map((name, i) => ({ id: `${i}`, [name]: 'x' })),
    });
    assert.deepEqual(
      json,
      bad.map((name, i) => ({ id: `${i}`, errors: [`Invalid field name: ${name}`] })),
    );
    const good = ['a', 'a_', 'a1', '1a', '0_a', 'a'.repeat(64), 'nones', 'identity'];
    const accepted = await service.call('POST', `/engines/${engine}/documents`, {
      body: good.map((name) => ({ id: name.slice(0, 20), [name]: 'x' })),
    });
    assert.deepEqual(
      accepted.json.flatMap(({ errors }: { errors: string[] }) => errors),
      [],
    );
    const schema = await service.call('GET', `/engines/${engine}/schema`);
    assert.deepEqual(schema.json, Object.fromEntries(good.map((name) => [name, 'text'])));
  });

  test('a new field gets the type text for any value, even null', async () => {
    const service = await sharedService();
    const engine = await service.engine();
    const body = { id: 'a', n: 1, b: true, s: 's', nothing: null, list: [1], object: {}, when: '2020-01-01' };
    await service.call('POST', `/engines/${engine}/documents`, { body });
    const { id: _, ...fields } = body;
    const schema = await service.call('GET', `/engines/${engine}/schema`);
    assert.deepEqual(schema.json, Object.fromEntries(Object.keys(fields).map((name) => [name, 'text'])));
  });

  test('if a document has a name twice, the last value counts', async () => {
    const service = await sharedService();
    const engine = await service.engine();
    const body = '[{"id":"x","id":"a","title":"Dune","title":"Emma"}]';
    assert.deepEqual((await service.call('POST', `/engines/${engine}/documents`, { body })).json, [
      { id: 'a', errors: [] },
    ]);
    const read = await service.call('GET', `/engines/${engine}/documents?ids[]=a`);
    assert.deepEqual(read.json, [{ id: 'a', title: 'Emma' }]);
  });
});

suite('a request without documents', () => {
  const refusals: Array<[string, string | undefined, string]> = [
    ['no body', undefined, EMPTY],
    ['an empty body', '', EMPTY],
    ['blanks', ' \n ', EMPTY],
    ['an empty object', '{}', EMPTY],
    ['an empty array', '[]', EMPTY],
    ['null', 'null', 'Documents must be an array of objects'],
    ['a text', '"id"', 'Documents must be an array of objects'],
    ['a number', '5', 'Documents must be an array of objects'],
    ['no JSON', '[{"id":1}', UNDECODABLE],
    ['two values', '{"id":1}{"id":2}', UNDECODABLE],
    ['a trailing comma', '[{"id":1},]', UNDECODABLE],
    ['NaN', '[{"n":NaN}]', UNDECODABLE],
    ['Infinity', '[{"n":Infinity}]', UNDECODABLE],
    ['a leading zero', '[{"n":01}]', UNDECODABLE],
    ['a form', 'id=176&name=test', UNDECODABLE],
  ];
  for (const method of ['POST', 'PATCH']) {
    test(`${method} is rejected and changes nothing`, async (t) => {
      const service = await sharedService();
      const engine = await service.engine();
      for (const [what, body, message] of refusals) {
        await t.test(what, async () => {
          const { status, json } = await service.call(method, `/engines/${engine}/documents`, { body });
          assert.deepEqual({ status, json }, { status: 400, json: { errors: [message] } });
        });
      }
      assert.equal((await service.call('GET', `/engines/${engine}`)).json.document_count, 0);
    });
  }

  test('parameters in the query string are neither documents nor fields', async () => {
    const service = await sharedService();
    const engine = await service.engine();
    const path = `/engines/${engine}/documents?id=176&name=test`;
    for (const body of [{}, undefined]) {
      const { status, json } = await service.call('POST', path, { body });
      assert.deepEqual({ status, json }, { status: 400, json: { errors: [EMPTY] } });
    }
    assert.deepEqual((await service.call('POST', path, { body: { id: 'a', title: 'Dune' } })).json, [
      { id: 'a', errors: [] },
    ]);
    const list = await service.call('GET', `/engines/${engine}/documents/list`);
    assert.deepEqual(list.json.results, [{ id: 'a', title: 'Dune' }]);
    assert.deepEqual((await service.call('GET', `/engines/${engine}/schema`)).json, { title: 'text' });
  });
});

suite('a batch', () => {
  test('becomes visible as a whole', async () => {
    const service = await sharedService();
    const engine = await service.engine();
    let writing = true;
    const seen = new Set<number>();
    const watch = async (count: () => Promise<number>) => {
      while (writing) seen.add(await count());
    };
    const watchers = [
      watch(async () => (await service.call('GET', `/engines/${engine}`)).json.document_count),
      watch(
        async () =>
          (await service.call('GET', `/engines/${engine}/documents/list`)).json.meta.page.total_results,
      ),
      watch(
        async () =>
          (await service.call('POST', `/engines/${engine}/search`, { body: { query: '' } })).json.meta.page
            .total_results,
      ),
    ];
    for (let batch = 0; batch < 30; batch++) {
      const body = Array.from({ length: 100 }, (_, i) => ({ id: `${batch}-${i}`, batch }));
      await service.call('POST', `/engines/${engine}/documents`, { body });
    }
    writing = false;
    await Promise.all(watchers);
    assert.ok(seen.size > 1, 'no read happened during the batches');
    assert.deepEqual(
      [...seen].filter((count) => count % 100 !== 0),
      [],
    );
  });

  test('is visible to every kind of read when its response arrives', async () => {
    const service = await sharedService();
    const engine = await service.engine();
    for (let round = 0; round < 20; round++) {
      const id = `doc-${round}`;
      await service.call('POST', `/engines/${engine}/documents`, { body: [{ id, title: `word${round}` }] });
      const [read, list, found] = await Promise.all([
        service.call('GET', `/engines/${engine}/documents?ids[]=${id}`),
        service.call('GET', `/engines/${engine}/documents/list`),
        service.call('POST', `/engines/${engine}/search`, {
          body: { query: `word${round}`, precision: 11 },
        }),
      ]);
      assert.deepEqual(read.json, [{ id, title: `word${round}` }]);
      assert.equal(list.json.results.at(-1).id, id);
      assert.deepEqual(
        found.json.results.map((hit: { id: { raw: string } }) => hit.id.raw),
        [id],
      );
    }
  });

  test('that was acknowledged survives a restart', async (t) => {
    const service = await startTestService(t);
    const engine = await service.engine({ documents: [{ id: 'a', title: 'Dune' }] });
    await service.restart();
    const read = await service.call('GET', `/engines/${engine}/documents?ids[]=a`);
    assert.deepEqual(read.json, [{ id: 'a', title: 'Dune' }]);
    const found = await service.call('POST', `/engines/${engine}/search`, { body: { query: 'dune' } });
    assert.equal(found.json.results[0].id.raw, 'a');
  });
});
