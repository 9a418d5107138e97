import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sharedDashboard } from '../support/dashboard.ts';
import { until } from '../support/until.ts';

const DOCUMENTS = ['a', 'b', 'c'].map((id) => ({ id, title: `Lake ${id}` }));

async function lakes() {
  const { service, owner } = await sharedDashboard();
  const engine = await service.engine({ documents: DOCUMENTS });
  const path = `/engines/${engine}`;
  const curate = async (body: object): Promise<string> =>
    (await service.call('POST', `${path}/curations`, { body })).json.id;
  return { service, owner, path, curate };
}

suite("the dashboard's own routes of curations", () => {
  test('the curation of a query is found as searches find it', async () => {
    const { owner, path, curate } = await lakes();
    const id = await curate({ queries: ['Big  Lake'], promoted: ['a'] });
    const of = async (query: string) =>
      (await owner.account('GET', `${path}/curation-of?query=${encodeURIComponent(query)}`)).json;
    assert.deepEqual(await of(' big lake '), { id });
    assert.deepEqual(await of('lake'), { id: null });
    assert.deepEqual((await owner.account('GET', `${path}/curation-of`)).json, { id: null });
    const start = await curate({ queries: [''], hidden: ['a'] });
    assert.deepEqual((await owner.account('GET', `${path}/curation-of`)).json, { id: start });
    const list = await owner.account('GET', `${path}/curation-of?query[]=lake`);
    assert.deepEqual([list.status, list.json.errors], [400, ['Query must be a string']]);
  });

  test('an organic search ignores curations', async () => {
    const { service, owner, path, curate } = await lakes();
    await curate({ queries: ['lake'], promoted: ['c'], hidden: ['a'] });
    const body = { query: 'lake', sort: { id: 'asc' } };
    const idsOf = ({ json }: { json: { results: Array<{ id: { raw: string } }> } }) =>
      json.results.map(({ id }) => id.raw);
    assert.deepEqual(idsOf(await service.call('POST', `${path}/search`, { body })), ['b', 'c']);
    const organic = await owner.account('POST', `${path}/organic-search`, { body });
    assert.deepEqual(idsOf(organic), ['a', 'b', 'c']);
    const ranked = await owner.account('POST', `${path}/organic-search`, { body: { query: 'lake' } });
    assert.ok(ranked.json.results.every(({ _meta }: { _meta: { score: number } }) => _meta.score < 1000));
    const invalid = { body: { query: 'lake', page: { size: 'x' } } };
    const refused = await owner.account('POST', `${path}/organic-search`, invalid);
    const usual = await owner.data('POST', `${path}/search`, invalid);
    assert.equal(refused.status, 400);
    assert.deepEqual(refused.json, usual.json);
  });

  test('an organic search is not recorded in analytics', async () => {
    const { service, owner, path } = await lakes();
    const body = { query: 'unheard', record_analytics: true };
    await owner.account('POST', `${path}/organic-search`, { body });
    await service.call('POST', `${path}/search`, { body: { query: 'recorded' } });
    const terms = async (): Promise<string[]> =>
      (await service.call('GET', `${path}/analytics/queries`)).json.results.map(
        ({ term }: { term: string }) => term,
      );
    await until('the later search is recorded', async () => (await terms()).includes('recorded'));
    assert.deepEqual(await terms(), ['recorded']);
  });
});

suite('suggestions in the dashboard', () => {
  test('a decision about a suggestion that has changed since is refused', async () => {
    const { service, owner, path, curate } = await lakes();
    const adaptive = `${path}/adaptive_relevance`;
    await owner.data('PUT', `${adaptive}/settings`, { body: { curation: { min_clicks: 1 } } });
    await service.call('POST', `${path}/click`, { body: { query: 'lake', document_id: 'b' } });
    await until('there is a suggestion', async () => {
      await owner.data('POST', `${adaptive}/update_process/curation/refresh`);
      return (await owner.data('GET', `${adaptive}/suggestions/lake`)).status === 200;
    });
    const seen = (await owner.data('GET', `${adaptive}/suggestions/lake`)).headers.get('etag') ?? '';
    // Accepting would now replace a curation that nobody has seen beside the suggestion.
    const id = await curate({ queries: ['lake'], promoted: ['a'] });
    const accept = (tag: string) =>
      owner.data('PUT', `${adaptive}/suggestions`, {
        body: [{ query: 'lake', status: 'applied', override_manual_curation: true }],
        headers: { 'if-match': tag },
      });
    const late = await accept(seen);
    assert.deepEqual([late.status, late.json.current.status], [409, 'pending']);
    assert.deepEqual((await service.call('GET', `${path}/curations/${id}`)).json.promoted, ['a']);
    // A refresh in the background may still change the suggestion.
    await until('the suggestion is accepted as it is now', async () => {
      const now = (await owner.data('GET', `${adaptive}/suggestions/lake`)).headers.get('etag') ?? '';
      return (await accept(now)).json.results?.[0].status === 'applied';
    });
    assert.deepEqual((await service.call('GET', `${path}/curations/${id}`)).json.promoted, ['b']);
  });
});
