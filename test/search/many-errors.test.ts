import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ParsedDocuments } from '../../src/documents/sent-documents.ts';
import { ApiError } from '../../src/errors.ts';
import { limits } from '../../src/limits.ts';
import { parseSearchRequest } from '../../src/search/request.ts';
import { boundsOf } from '../../src/search/restrict.ts';
import { parseSuggestionRequest } from '../../src/search/suggestion-request.ts';
import type { Schema } from '../../src/values/types.ts';
import { startTestService } from '../support/service.ts';

/** More names than the stack has room for as arguments of a call. */
const MANY = 130_000;

const schema: Schema = new Map([['title', 'text']]);
const names = Array.from({ length: MANY }, (_, i) => `z${i}`);
const named = Object.fromEntries(names.map((name) => [name, {}]));
const terms = { schemaOf: () => schema, queryLimit: limits.queryLength, now: 0 };

const messagesOf = (work: () => unknown): string[] => {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error));
    assert.equal(error.status, 400);
    return (error.body as { errors: string[] }).errors;
  }
  return assert.fail('nothing was thrown');
};

suite('a request with very many errors gets the first 32 messages', () => {
  for (const [option, label] of [
    ['facets', 'Facets'],
    ['boosts', 'Boosts'],
    ['search_fields', 'Search fields'],
    ['result_fields', 'Result fields'],
  ] as const) {
    test(option, () => {
      const messages = messagesOf(() => parseSearchRequest({ query: 'x', [option]: named }, terms));
      assert.deepEqual(
        messages,
        names.slice(0, 32).map((name) => `${label} contains invalid field: ${name}`),
      );
    });
  }

  test('unknown options', () => {
    const messages = messagesOf(() => parseSearchRequest({ query: 'x', ...named }, terms));
    assert.deepEqual(
      messages,
      names.slice(0, 32).map((name) => `Options contains invalid key: ${name}`),
    );
  });

  test('fields of suggestions', () => {
    const bounds = boundsOf(null, schema, 'compatible');
    const options = { query: 'x', types: { documents: { fields: names } } };
    const messages = messagesOf(() => parseSuggestionRequest(options, null, bounds, schema, 128));
    assert.equal(messages.length, 32);
  });

  test('several options together', () => {
    const few = Object.fromEntries(names.slice(0, 20).map((name) => [name, {}]));
    const messages = messagesOf(() =>
      parseSearchRequest({ facets: few, boosts: few, page: 'no', query: 'x' }, terms),
    );
    assert.deepEqual(messages, [
      ...names.slice(0, 20).map((name) => `Facets contains invalid field: ${name}`),
      ...names.slice(0, 12).map((name) => `Boosts contains invalid field: ${name}`),
    ]);
  });

  test('a document', async () => {
    const bad = Object.fromEntries(names.map((name) => [`${name}!`, 1]));
    const { results } = await new ParsedDocuments([{ id: 'a', ...bad }, { id: 'b' }]).replacements(schema);
    assert.deepEqual(results, [
      { id: 'a', errors: names.slice(0, 32).map((name) => `Invalid field name: ${name}!`) },
      { id: 'b', errors: [] },
    ]);
  });
});

test('a message shows the beginning of a very long name', async () => {
  const long = 'x'.repeat(100_000);
  const [option] = messagesOf(() => parseSearchRequest({ query: 'x', [long]: 1 }, terms));
  const [field] = messagesOf(() => parseSearchRequest({ query: 'x', facets: { [long]: {} } }, terms));
  const { results } = await new ParsedDocuments([{ [`${long}!`]: 1 }]).replacements(schema);
  for (const message of [option, field, results[0]?.errors[0]])
    assert.ok((message?.length ?? 0) < 1100, message);
});

test('each search of a multi search and each document of a batch has its own 32', async (t) => {
  const service = await startTestService(t);
  const engine = await service.engine({ documents: [{ id: 'a', title: 'Dune' }] });
  const few = names.slice(0, 50);
  const facets = Object.fromEntries(few.map((name) => [name, {}]));
  const searched = await service.call('POST', `/engines/${engine}/multi_search`, {
    body: { queries: [{ query: 'a', facets }, { query: 'b' }, { query: 'c', facets }] },
  });
  assert.equal(searched.status, 400);
  assert.deepEqual(
    searched.json.map(({ errors }: { errors: string[] }) => errors.length),
    [32, 0, 32],
  );
  const bad = Object.fromEntries(few.map((name) => [`${name}!`, 1]));
  const written = await service.call('POST', `/engines/${engine}/documents`, { body: [bad, bad] });
  assert.deepEqual(
    written.json.map(({ errors }: { errors: string[] }) => errors.length),
    [32, 32],
  );
});
