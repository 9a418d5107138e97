import assert from 'node:assert/strict';
import test from 'node:test';
import { SIGNED_KEYS_MODES } from '../../src/setting-table.ts';
import { announcedSeed, Random, repetitions } from '../support/seed.ts';
import { startTestService } from '../support/service.ts';
import { signedKey } from '../support/signed-key.ts';
import {
  DOCS,
  type Doc,
  docValue,
  FIELDS,
  randomSide,
  SCHEMA,
  type Shown,
  type Side,
  TEXTS,
  TRACES,
} from './restricted-side.ts';
import { type Effective, effective } from './restriction-model.ts';

// Random signed keys and random searches over HTTP, of an engine and of a meta engine over the same documents, whose
// whole responses are compared with a model of sets; and no value of a hidden field appears anywhere.

type Hit = Record<string, { raw?: unknown; snippet?: unknown }> & {
  id: { raw: string };
  _meta: { score: number | null };
  _group_key?: unknown;
  _group?: Hit[];
};
interface Found {
  results: Hit[];
  facets?: object;
  meta: { page: { total_results: number } };
}

/** The word of a text that names its field and kind; the other word is common to all. */
const nameIn = (value: unknown): string => String(value).split(' ')[0] ?? '';

/** Whether a text matches the query. Up to precision 7 kinds are fuzzy matches of each other; field names are not. */
function matches(query: string, value: unknown, precision: number): boolean {
  if (query === 'common' || query === nameIn(value)) return true;
  return precision <= 7 && query.slice(0, -1) === nameIn(value).slice(0, -1);
}

/** A field of a document as it is shown, undefined if it is not. */
function shownField(doc: Doc, name: string, shown: Shown | undefined, query: string): unknown {
  const value = doc.values[name];
  if (!shown?.raw && !shown?.snippet) return undefined;
  const marked = TEXTS.includes(name) && query !== '' && String(value).split(' ').includes(query);
  const snippet = marked ? String(value).replace(query, `<em>${query}</em>`) : null;
  const fallback = shown.fallback && TEXTS.includes(name) ? value : null;
  return { ...(shown.raw && { raw: value }), ...(shown.snippet && { snippet: snippet ?? fallback }) };
}

function countedFacets({ facets }: Effective, found: readonly Doc[]): unknown {
  if (facets === null) return undefined;
  const counted = facets.map(({ field, type, size = 10 }) => {
    if (type === 'range') {
      const from = docValue(field, 1);
      const count = found.filter(({ values }) => (values[field] ?? '') >= from).length;
      // Bounds of dates are shown with milliseconds, as in App Search.
      const shown = SCHEMA.get(field) === 'date' ? String(from).replace('+00:00', '.000Z') : from;
      return [field, [{ type, data: [{ from: shown, count }] }]];
    }
    const counts = new Map<string | number, number>();
    for (const { values } of found) {
      const value = values[field] as string | number;
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    const data = [...counts]
      .map(([value, count]) => ({ value, count }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
      .slice(0, size);
    return [field, [{ type, data }]];
  });
  return Object.fromEntries(counted);
}

/** Compares a response with the model. */
function checkAnswer(answer: Found, expected: Effective, token: Side, request: Side, where: string): void {
  const { means: query } = token.query ?? request.query ?? { means: '' };
  const { means: precision } = token.precision ?? request.precision ?? { means: 2 };
  const { means: page } = token.page ?? request.page ?? { means: { current: 1, size: 100 } };
  const group = (token.group ?? request.group)?.means;
  const sort = (token.sort ?? request.sort)?.means ?? [];
  const searched = expected.searched?.map(([name]) => name) ?? TEXTS;

  const found = DOCS.filter(
    ({ id, values }) =>
      expected.passing.includes(id) &&
      (query === '' || searched.some((name) => name !== 'id' && matches(query, values[name], precision))),
  );
  const total = group ? new Set(found.map(({ values }) => values[group.field])).size : found.length;
  assert.equal(answer.meta.page.total_results, total, where);
  const onPage = Math.min(page.size, Math.max(0, total - (page.current - 1) * page.size));
  assert.equal(answer.results.length, onPage, where);

  const hits = answer.results.flatMap((hit) => [hit, ...(hit._group ?? [])]);
  const ids = hits.map(({ id }) => id.raw);
  assert.equal(new Set(ids).size, ids.length, where);
  if (onPage === total && !group) assert.deepEqual(ids.sort(), found.map(({ id }) => id).sort(), where);
  const hasScores = expected.showsScores && (sort.length === 0 || sort.some(({ kind }) => kind === 'score'));
  for (const hit of hits) {
    const doc = found.find(({ id }) => id === hit.id.raw);
    assert.ok(doc, `${hit.id.raw}: ${where}`);
    for (const name of FIELDS) {
      assert.deepEqual(
        hit[name],
        shownField(doc, name, expected.shown.get(name), query),
        `${name}: ${where}`,
      );
    }
    assert.equal(typeof hit._meta.score, hasScores ? 'number' : 'object', where);
  }
  for (const hit of answer.results) {
    const doc = found.find(({ id }) => id === hit.id.raw);
    const key = group && (expected.groupKey ? doc?.values[group.field] : null);
    assert.equal(hit._group_key, key, where);
  }
  assert.deepEqual(answer.facets, countedFacets(expected, found), where);
}

const SEARCHES = repetitions('SEARCHES', 400);

for (const mode of SIGNED_KEYS_MODES) {
  test(`${SEARCHES} random searches and multi searches return the results of a model of sets (${mode})`, async (t) => {
    const random = new Random(announcedSeed(`restricted searches, ${mode}`));
    const service = await startTestService(t, { FINDLING_SIGNED_KEYS: mode });
    const engineOf = (docs: readonly Doc[]) =>
      service.engine({
        schema: Object.fromEntries(SCHEMA),
        documents: docs.map(({ id, values }) => ({ id, ...values })),
      });
    const whole = await engineOf(DOCS);
    const sources: string[] = [];
    for (const third of [0, 1, 2]) sources.push(await engineOf(DOCS.filter((_, n) => n % 3 === third)));
    const body = { name: 'meta', type: 'meta', source_engines: sources };
    assert.equal((await service.call('POST', '/engines', { body })).status, 200);
    const signer = { name: 'private-key', key: service.privateKey };
    let answered = 0;
    for (let round = 0; round < SEARCHES; round++) {
      const token = randomSide(random, true);
      const side = randomSide(random, false);
      const query = random.pick(['', 'common', 'hushbeta1', 'hushgamma2']);
      const request: Side = { ...side, query: side.query ?? { means: query, names: [] } };
      const body = { page: { size: 100 }, ...side.json, query: request.query?.means };
      const isMulti = random.below(3) === 0;
      const engine = random.pick([whole, 'meta']);
      const answer = await service.call('POST', `/engines/${engine}/${isMulti ? 'multi_search' : 'search'}`, {
        key: signedKey(signer, token.json),
        body: isMulti ? { queries: [body, body] } : body,
      });
      const where = JSON.stringify({ round, engine, isMulti, token: token.json, body });
      const expected = effective(token, request, mode);
      assert.equal(answer.status, expected === undefined ? 400 : 200, `${where}: ${answer.text}`);

      const hidden = FIELDS.filter((name) => token.results && !token.results.has(name));
      // The ids of all documents differ, so those of a meta engine can be compared without their scope.
      const answers: Found[] = [JSON.parse(answer.text.replaceAll(/"engine-\d+\|/g, '"'))].flat();
      for (const name of hidden) {
        // Facets that the signing key itself defines may show their values.
        const isOwnFacet = token.facets?.some(({ field }) => field === name);
        const seen = mode === 'strict' && !isOwnFacet ? answers : answers.map(({ results }) => results);
        assert.doesNotMatch(JSON.stringify(seen), TRACES[name] as RegExp, `${name}: ${where}`);
      }
      if (expected === undefined) continue;
      answered += 1;
      assert.equal(answers.length, isMulti ? 2 : 1);
      for (const one of answers) checkAnswer(one, expected, token, request, where);
    }
    assert.ok(answered > SEARCHES / 4, `${answered} of ${SEARCHES} were answered`);
    t.diagnostic(`${SEARCHES} searches, ${answered} answered with results, 0 hidden values shown`);
  });
}
