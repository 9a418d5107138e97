import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { media } from '../meta-engines/media.ts';
import { shelf } from './shelf.ts';

test('without a document, the plan of a search is shown in the shape of App Search', async () => {
  const { service, engine } = await shelf();
  for (const method of ['GET', 'POST']) {
    const { status, headers, json } = await service.call(method, `/engines/${engine}/search_explain`, {
      body: { query: 'dune', precision: 3, filters: { year: { from: 1900 } }, page: { size: 5, current: 2 } },
    });
    assert.equal(status, 200);
    const { query_body: plan, ...rest } = json;
    assert.deepEqual(rest, {
      meta: {
        alerts: [],
        warnings: [],
        precision: 3,
        engine: { name: engine, type: 'default' },
        request_id: headers.get('x-request-id'),
      },
      query_string: `GET enterprise-search-engine-${engine}/_search`,
    });
    assert.deepEqual(plan.query, { kind: 'plain', text: 'dune', synonyms: [] });
    assert.deepEqual(plan.filter, { kind: 'range', field: 'year', from: 1900 });
    assert.deepEqual([plan.offset, plan.limit], [5, 5]);
  }
});

test('options are those of a search, and their errors too', async () => {
  const { service, engine } = await shelf();
  const errorsOf = async (body: object): Promise<unknown> => {
    const { status, json } = await service.call('POST', `/engines/${engine}/search_explain`, { body });
    return [status, json.errors];
  };
  assert.deepEqual(await errorsOf({}), [400, ['Missing required parameter: query']]);
  assert.deepEqual(await errorsOf({ query: 'a', taco: 1 }), [400, ['Options contains invalid key: taco']]);
  assert.deepEqual(await errorsOf({ query: 'a', document_id: ['a'] }), [
    400,
    ['Document id must be a string or a number'],
  ]);
  assert.deepEqual(await errorsOf({ query: 'a', document_id: '' }), [
    400,
    ['Document id must be from 1 to 864 characters long'],
  ]);
  const notSigned = [400, ['As must be a valid signed search key of this account']];
  assert.deepEqual(await errorsOf({ query: 'a', as: 7 }), notSigned);
  assert.deepEqual(await errorsOf({ query: 'a', as: 'nonsense' }), notSigned);
  assert.deepEqual(await errorsOf({ query: 'a', as: service.searchKey }), notSigned);
  const { status } = await service.call('POST', `/engines/${engine}/search_explain`, {
    key: service.searchKey,
    body: { query: '' },
  });
  assert.equal(status, 401);
});

test('a document on the page has its position, all stages, and parts that add up to its score', async () => {
  const { service, engine, explain } = await shelf();
  const boosts = { year: { type: 'functional', function: 'linear', operation: 'multiply', factor: 0.001 } };
  const options = { query: 'dune sand', boosts };
  const { json } = await service.call('POST', `/engines/${engine}/search`, { body: options });
  assert.equal(json.results.length, 3);
  for (const [i, { id, _meta }] of json.results.entries()) {
    const explained = await explain({ ...options, document_id: id.raw });
    assert.deepEqual(
      [explained.found, explained.position, explained.dropped_by],
      [true, i + 1, null],
      JSON.stringify(explained),
    );
    assert.deepEqual(
      explained.stages.map(({ stage, passed }) => `${stage} ${passed}`),
      ['exists', 'search_fields', 'terms', 'filters', 'curation', 'page'].map((stage) => `${stage} true`),
    );
    assert.ok(Math.abs((explained.score ?? 0) - _meta.score) <= 1e-6 * _meta.score);
    const sum = explained.parts.reduce((all, { score }) => all + score, 0);
    assert.ok(Math.abs(sum - _meta.score) <= 1e-6 * _meta.score);
    assert.ok(explained.parts.some(({ kind, field }) => kind === 'boost' && field === 'year'));
    assert.ok(
      explained.parts.some(({ kind, field }) => kind === 'term' && field === 'title') || id.raw === 'emma',
    );
  }
});

suite('the stage that drops a document is named:', () => {
  /** The last stage must be the one that drops the document. */
  const dropped = async (options: object, stage: string): Promise<Record<string, unknown>> => {
    const { explain } = await shelf();
    const explained = await explain({ query: 'dune', ...options });
    assert.equal(explained.dropped_by, stage, JSON.stringify(explained));
    const last = explained.stages.at(-1);
    assert.deepEqual([last?.stage, last?.passed], [stage, false]);
    assert.ok(explained.stages.slice(0, -1).every(({ passed }) => passed));
    assert.equal(explained.found, stage === 'page');
    return last as Record<string, unknown>;
  };

  test('exists, for an unknown id', async () => {
    await dropped({ document_id: 'nobody' }, 'exists');
  });
  test('search_fields, if another field has the terms', async () => {
    const stage = await dropped({ document_id: 'emma', search_fields: { title: {} } }, 'search_fields');
    assert.deepEqual(stage.fields, { title: 1 });
  });
  test('terms, with those that were found', async () => {
    const stage = await dropped(
      { query: 'dune spice novel epic', precision: 5, document_id: 'emma' },
      'terms',
    );
    assert.deepEqual([stage.needed, stage.found], [4, 1]);
    assert.deepEqual((stage.terms as unknown[])[0], { term: 'dune', stop_word: false, fields: ['blurb'] });
  });
  test('terms, for operators', async () => {
    await dropped({ query: '+messiah', document_id: 'dune' }, 'terms');
  });
  test('filters, with the condition that does not hold', async () => {
    const filters = { all: [{ year: { from: 1900 } }, { owner: 'bob' }] };
    const { conditions } = await dropped({ document_id: 'emma', filters }, 'filters');
    assert.deepEqual(conditions, [
      { condition: { kind: 'range', field: 'year', from: 1900 }, passed: false },
      { condition: { kind: 'value', field: 'owner', values: ['bob'] }, passed: true },
    ]);
  });
  test('page, for a document on another page', async () => {
    const stage = await dropped(
      { document_id: 'messiah', page: { size: 1, current: 1 }, sort: { year: 'asc' } },
      'page',
    );
    assert.deepEqual([stage.from, stage.to], [1, 1]);
  });
  test('group, for a document without a value of the field', async () => {
    const { service, engine, explain } = await shelf();
    await service.call('POST', `/engines/${engine}/documents`, { body: [{ id: 'bare', title: 'Dune' }] });
    const options = { query: 'dune', document_id: 'bare', group: { field: 'year' } };
    assert.equal((await explain(options)).dropped_by, 'group');
  });

  test('curation, for a hidden document, while a promoted one need not match', async () => {
    const { service, engine, explain } = await shelf();
    const body = { queries: ['dune'], promoted: ['emma'], hidden: ['dune'] };
    const { status, text } = await service.call('POST', `/engines/${engine}/curations`, { body });
    assert.equal(status, 200, text);
    const hidden = await explain({ query: 'dune', document_id: 'dune' });
    assert.equal(hidden.dropped_by, 'curation');
    const promoted = await explain({ query: 'dune', document_id: 'emma', search_fields: { title: {} } });
    assert.deepEqual([promoted.dropped_by, promoted.position], [null, 1]);
    assert.deepEqual(
      promoted.parts.map(({ kind }) => kind),
      ['promotion'],
    );
    assert.equal(promoted.stages.find(({ stage }) => stage === 'curation')?.action, 'promoted');
  });

  test('key_filters, for a document outside of the filters of a signed search key', async () => {
    const { signed, explain } = await shelf();
    const as = signed({ filters: { owner: 'ann' } });
    const explained = await explain({ query: 'letters', document_id: 'emma', as });
    assert.deepEqual(explained, {
      found: false,
      position: null,
      dropped_by: 'key_filters',
      stages: [
        { stage: 'exists', passed: true },
        { stage: 'key_filters', passed: false },
      ],
      score: null,
      parts: [],
    });
    assert.equal((await explain({ query: 'dune', document_id: 'dune', as })).position, 1);
  });
});

test('in a meta engine a document has a scoped id', async () => {
  const { service } = await shelf();
  const { meta, books, films } = await media(service);
  const explain = async (id: string) => {
    const body = { query: 'solaris', document_id: id };
    const { json } = await service.call('POST', `/engines/${meta}/search_explain`, { body });
    return json.explanation;
  };
  const found = [await explain(`${books}|3`), await explain(`${films}|3`)];
  assert.deepEqual(found.map(({ position }) => position).sort(), [1, 2]);
  for (const id of ['3', `${films}|2`, `nobody|3`])
    assert.equal((await explain(id)).dropped_by, 'exists', id);
});
