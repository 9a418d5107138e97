import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { analyzerFor } from '../../src/analysis/language.ts';
import { Phrases } from '../../src/search/phrases.ts';
import { processorTime } from '../support/processor-time.ts';
import { type Answer, startTestService } from '../support/service.ts';
import { signedKey } from '../support/signed-key.ts';
import { shelf } from './shelf.ts';

const suggested = ({ status, text, json }: Answer): string[] => {
  assert.equal(status, 200, text);
  return json.results.documents.map(({ suggestion }: { suggestion: string }) => suggestion);
};

/** The completions of a query from texts, each in a separate document. */
const phrases = (query: string, texts: readonly string[], language: string | null = null): string[] => {
  const collected = new Phrases(query, analyzerFor(language));
  for (const text of texts) collected.addDocument([text]).toArray();
  return collected.top(20);
};

suite('suggestions are taken from texts', () => {
  const rows: ReadonlyArray<
    readonly [what: string, query: string, texts: string[], expected: string[], string?]
  > = [
    ['the last word', 'moo', ['A trip to the moon'], ['moon']],
    [
      'a word and those that follow it, up to four',
      'can',
      ['Canyon of the Gunnison River'],
      ['canyon', 'canyon of', 'canyon of the', 'canyon of the gunnison'],
    ],
    [
      'most documents first, then shorter, then by letters',
      'ca',
      ['cave', 'cat', 'cave', 'car', 'canyon'],
      ['cave', 'car', 'cat', 'canyon'],
    ],
    ['a document counts once per phrase', 'ca', ['cat. cat. cat', 'car', 'car'], ['car', 'cat']],
    ['case, width and marks make no difference', 'CAF', ['Café', 'ｃafe', 'cafe'], ['café']],
    [
      'several words, the last one completed',
      'grand ca',
      ['The Grand Canyon', 'grand old canyon'],
      ['grand canyon'],
    ],
    [
      'several words and those that follow',
      'of the',
      ['Canyon of the Gunnison'],
      ['of the', 'of the gunnison'],
    ],
    ['more words than four', 'a b c d e', ['a b c d east west'], ['a b c d east']],
    ['no phrase across punctuation', 'ca', ['cat, dog. cave (big)'], ['cat', 'cave']],
    ['signs within a chunk', 'e', ['e-commerce site'], ['e', 'e-commerce', 'e-commerce site']],
    ['typed words across punctuation', 'cat do', ['cat, dog'], ['cat dog']],
    ['no typos and no stems', 'cats', ['cat', 'caats'], []],
    ['nothing for another word', 'x', ['cat'], []],
    ['a text without blanks', '東', ['東京都庁'], ['東京', '東京都', '東京都庁'], 'ja'],
    ['stop words', 'th', ['The the theory'], ['the', 'theory', 'the the', 'the theory', 'the the theory']],
  ];
  for (const [what, query, texts, expected, language] of rows) {
    test(`${what}: ${query}`, () => assert.deepEqual(phrases(query, texts, language ?? null), expected));
  }

  test('long texts are read in parts', () => {
    const text = `${'dog '.repeat(3000)}canyon of the gunnison`;
    const parts = new Phrases('can', analyzerFor(null)).addDocument([text]).toArray();
    assert.ok(parts.length > 2 && parts.length < 10, `${parts.length} parts`);
    assert.equal(phrases('can', [text])[0], 'canyon');
  });

  test('a suggestion is no longer than a query may be', () => {
    const word = `ca${'a'.repeat(126)}`;
    assert.deepEqual(phrases('ca', [word]), [word]);
    assert.deepEqual(phrases('ca', [`${word}a`]), []);
    assert.deepEqual(phrases('ca', [`${word} t`]), [word]);
    assert.deepEqual(phrases('ca', ['ca'.repeat(48_000)]), []);
  });

  test('reading ends after ten thousand different phrases', () => {
    const collected = new Phrases('a', analyzerFor(null));
    // Every word matches and begins four phrases.
    const text = Array.from({ length: 2000 }, (_, i) => `a${i}`).join(' ');
    let documents = 0;
    while (!collected.isComplete && documents < 100) {
      const own = text.replaceAll(/ a/g, ` a${documents}x`);
      for (const _ of collected.addDocument([own])) assert.ok(collected.top(Infinity).length < 14_000);
      documents++;
    }
    assert.equal(documents, 2);
  });

  test('a million characters without a match are processed quickly', () => {
    const text = 'cat '.repeat(25_000);
    const start = processorTime();
    phrases(
      'ca',
      Array.from({ length: 60 }, () => text),
    );
    assert.ok(processorTime() - start < 10_000);
  });
});

suite('the endpoint', () => {
  test('returns the shape of App Search, by POST, GET and query string', async (t) => {
    const { post, service, engine } = await shelf(t);
    const { status, headers, json } = await post('query_suggestion', { query: 'spa' });
    assert.equal(status, 200);
    assert.equal(
      JSON.stringify(json),
      JSON.stringify({
        results: { documents: [{ suggestion: 'space' }] },
        meta: { request_id: headers.get('x-request-id') },
      }),
    );
    const path = `/engines/${engine}/query_suggestion`;
    for (const answer of [
      await service.call('GET', path, { body: { query: 'spa' } }),
      await service.call('GET', `${path}?query=spa`),
      await service.call('POST', `${path}?query=spa`),
      await service.call('POST', `${path}/`, { body: { query: 'spa' }, key: service.searchKey }),
    ]) {
      assert.deepEqual(suggested(answer), ['space']);
    }
  });

  test('completes the titles of the sample', async (t) => {
    const service = await startTestService(t, { FINDLING_SAMPLE: 'on' });
    const ask = async (body: object) =>
      suggested(await service.call('POST', '/engines/national-parks-demo/query_suggestion', { body }));
    const types = { documents: { fields: ['title'] } };
    const all = await ask({ query: 'ca', types, size: 20 });
    assert.deepEqual(all.slice(0, 3), ['canyon', 'cave', 'capitol']);
    for (const one of ['carlsbad caverns', 'cascades', 'canyon of the gunnison', 'canyonlands']) {
      assert.ok(all.includes(one), one);
    }
    assert.equal((await ask({ query: 'ca', types, size: 3 })).length, 3);
    assert.equal((await ask({ query: 'ca' })).length, 10);
    for (const one of await ask({ query: 'Ca', size: 20 })) assert.equal(one, one.toLowerCase());
    assert.deepEqual(await ask({ query: 'yosem', types }), ['yosemite']);
    assert.deepEqual(await ask({ query: 'rocky mou', types }), ['rocky mountain']);
  });

  test('returns nothing for a blank query, for punctuation, and for unknown words', async (t) => {
    const { post } = await shelf(t);
    for (const query of ['', '  ', '?!', 'nowhere']) {
      assert.deepEqual(suggested(await post('query_suggestion', { query })), [], query);
    }
  });

  test('reflects changes of documents at once', async (t) => {
    const { post, service, engine } = await shelf(t, [{ id: 'a', title: 'zebra crossing' }]);
    assert.deepEqual(suggested(await post('query_suggestion', { query: 'zeb' })), [
      'zebra',
      'zebra crossing',
    ]);
    await service.call('DELETE', `/engines/${engine}/documents`, { body: ['a'] });
    assert.deepEqual(suggested(await post('query_suggestion', { query: 'zeb' })), []);
  });

  test('rejects invalid requests with an error message', async (t) => {
    const { post } = await shelf(t);
    const fields = (...names: unknown[]) => ({ query: 'a', types: { documents: { fields: names } } });
    const rows: ReadonlyArray<readonly [body: object, ...errors: string[]]> = [
      [{}, 'Missing required parameter: query'],
      [{ query: ['a'] }, 'Query must be a string'],
      [{ query: 'a'.repeat(129) }, 'Query cannot be longer than 128 characters'],
      [{ query: 'cat', bad: 'option' }, 'Options contains invalid key: bad'],
      [{ query: 'a', size: '3' }, 'Size contains invalid option: must be an integer'],
      [{ query: 'a', size: 1.5 }, 'Size contains invalid option: must be an integer'],
      [{ query: 'a', size: 0 }, 'Size contains invalid option: must be between 1 and 20'],
      [{ query: 'a', size: 21 }, 'Size contains invalid option: must be between 1 and 20'],
      [{ query: 'a', types: 'documents' }, 'Types must be an object'],
      [{ query: 'a', types: { popular_queries: {} } }, 'Types contains invalid key: popular_queries'],
      [{ query: 'a', types: { documents: [] } }, 'Types documents must be an object'],
      [
        { query: 'a', types: { documents: { field: 'title' } } },
        'Types documents contains invalid key: field',
      ],
      [{ query: 'a', types: { documents: { fields: 'title' } } }, 'Types documents fields must be an array'],
      [fields(), 'Types documents fields must contain at least one field'],
      [fields('title', 'state'), 'Types documents fields contains invalid value: state'],
      [
        fields('state', 'year', 'id'),
        'Types documents fields contains invalid value: state',
        'Types documents fields contains invalid value: year',
        'Types documents fields contains invalid value: id',
      ],
      [fields(5), 'Types documents fields contains invalid value: 5'],
    ];
    for (const [body, ...errors] of rows) {
      const { status, json } = await post('query_suggestion', body);
      assert.deepEqual({ status, json }, { status: 400, json: { errors } }, JSON.stringify(body));
    }
  });
});

suite('for a signed key', () => {
  const documents = [
    { id: 'a', title: 'secret one', tags: 'secret tag', owner: 'ann' },
    { id: 'b', title: 'secret two', tags: 'secretive', owner: 'bob' },
  ];
  for (const mode of ['compatible', 'strict']) {
    test(`they are taken only from documents that pass its filters and fields that it may search and see (${mode})`, async (t) => {
      const { post, service } = await shelf(t, documents, { FINDLING_SIGNED_KEYS: mode });
      const ask = (claims: object, body: object = { query: 'secret' }) =>
        post(
          'query_suggestion',
          body,
          signedKey({ name: 'private-key', key: service.privateKey }, { ...claims }),
        );
      assert.deepEqual(suggested(await ask({})), [
        'secret',
        'secretive',
        'secret one',
        'secret tag',
        'secret two',
      ]);
      assert.deepEqual(suggested(await ask({ filters: { owner: 'ann' } })), [
        'secret',
        'secret one',
        'secret tag',
      ]);
      assert.deepEqual(suggested(await ask({ search_fields: { title: {} } })), [
        'secret',
        'secret one',
        'secret two',
      ]);
      assert.deepEqual(suggested(await ask({ result_fields: { tags: {} } })), [
        'secret',
        'secretive',
        'secret tag',
      ]);
      assert.deepEqual(
        suggested(await ask({ search_fields: { title: {} }, result_fields: { tags: {} } })),
        [],
      );
      assert.deepEqual(suggested(await ask({ search_fields: { title: { weight: 0 } } })), []);
      assert.deepEqual(suggested(await ask({ filters: { ghost: 'x' } })), []);
      assert.deepEqual(suggested(await ask({ query: 'secretiv' })), ['secretive']);
      const both = { query: 'secret', types: { documents: { fields: ['title', 'tags'] } } };
      assert.deepEqual(suggested(await ask({ search_fields: { tags: {} } }, both)), [
        'secret',
        'secretive',
        'secret tag',
      ]);
      const hidden = await ask({ result_fields: { tags: {} } }, both);
      if (mode === 'compatible') assert.deepEqual(suggested(hidden), ['secret', 'secretive', 'secret tag']);
      else assert.deepEqual(hidden.json.errors, ['Types documents fields contains invalid value: title']);
      assert.deepEqual((await ask({ role: 'x' })).json.errors, ['Options contains invalid key: role']);
      assert.deepEqual((await ask({ filters: 'x' })).json.errors, ['Filters must be an object']);
    });
  }
});
