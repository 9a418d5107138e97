import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { startTestService } from '../support/service.ts';

const PAGES = [
  'search-settings.md',
  'curations.md',
  'synonyms.md',
  'configuration.md',
  'meta-engines.md',
  'relevance.md',
];

/** A request of a page, and the response that follows it, if the page shows it. */
interface Example {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly answer: string | undefined;
}

const BLOCK = /^```http\n([A-Z]+) \/api\/as\/v1(\S+)\n(.*?)^```$(?:\n\n^```json\n(.*?)^```$)?/gms;

const examplesOf = (page: string): Example[] => {
  const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8');
  return [...text.matchAll(BLOCK)].map(([, method = '', path = '', body = '', answer]) => ({
    method,
    path,
    body,
    answer,
  }));
};

/** The ids of synonym sets and curations, which the service chooses. */
const ID = /\b(?:cur|syn)-[0-9a-f]{24}\b/g;

for (const page of PAGES) {
  test(`every example of docs/${page} has the response that the page shows`, async (t) => {
    const { call } = await startTestService(t, { FINDLING_SAMPLE: 'on' });
    const examples = examplesOf(page);
    assert.ok(examples.length > 2);
    /** The ids in the page and those that the service has chosen for them. */
    const ids = new Map<string, string>();
    const known = (text: string): string => text.replaceAll(ID, (id) => ids.get(id) ?? id);
    for (const { method, path, body, answer } of examples) {
      const sent = body.trim() === '' ? {} : { body: JSON.parse(known(body)) };
      const { status, json, text } = await call(method, known(path), sent);
      assert.equal(status, 200, `${method} ${path}: ${text}`);
      if (answer === undefined) continue;
      const [shown] = answer.match(ID) ?? [];
      const [given] = text.match(ID) ?? [];
      if (shown !== undefined && given !== undefined && !ids.has(shown)) ids.set(shown, given);
      assert.partialDeepStrictEqual(json, JSON.parse(known(answer)), `${method} ${path}: ${text}`);
    }
  });
}
