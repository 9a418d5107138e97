import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sharedService } from '../support/shared-service.ts';

const DOCUMENTS = [
  { id: 'car', title: 'a red car' },
  { id: 'auto', title: 'a green automobile' },
  { id: 'us', title: 'the united states' },
  { id: 'usa', title: 'usa today' },
  { id: 'bike', title: 'a bicycle' },
];

type Found = { id: { raw: string }; title: { snippet: string | null } };

async function garage(...sets: string[][]) {
  const { call, engine } = await sharedService();
  const name = await engine({ documents: DOCUMENTS });
  const path = `/engines/${name}`;
  for (const synonyms of sets) {
    const { status, text } = await call('POST', `${path}/synonyms`, { body: { synonyms } });
    assert.equal(status, 200, text);
  }
  const answer = async (query: string, options: object = {}) => {
    const body = { query, ...options };
    const { status, json, text } = await call('POST', `${path}/search`, { body });
    assert.equal(status, 200, text);
    return json;
  };
  const ids = async (query: string, options?: object): Promise<string[]> =>
    (await answer(query, options)).results.map(({ id }: Found) => id.raw).toSorted();
  return { call, path, answer, ids };
}

suite('a query with a member of a synonym set', () => {
  test('finds documents with any other member', async () => {
    const { ids } = await garage(['car', 'Automobile']);
    assert.deepEqual(await ids('car'), ['auto', 'car']);
    assert.deepEqual(await ids('AUTOMOBILE'), ['auto', 'car']);
    assert.deepEqual(await ids('bicycle'), ['bike']);
  });

  test('finds several words by one and one by several', async () => {
    const { ids } = await garage(['usa', 'united states']);
    assert.deepEqual(await ids('usa'), ['us', 'usa']);
    assert.deepEqual(await ids('united states'), ['us', 'usa']);
    // The words of the member do not follow each other.
    assert.equal((await ids('states united')).includes('usa'), false);
  });

  test('uses the union of the sets that have the member, and no further sets', async () => {
    const { ids } = await garage(['car', 'automobile'], ['car', 'usa'], ['usa', 'bicycle']);
    assert.deepEqual(await ids('car'), ['auto', 'car', 'usa']);
  });

  test('does not highlight synonyms', async () => {
    const { answer } = await garage(['car', 'automobile']);
    const { results } = await answer('car', { result_fields: { title: { snippet: {} } } });
    const snippets = results.map(({ id, title }: Found) => [id.raw, title.snippet]);
    assert.deepEqual(Object.fromEntries(snippets), { car: 'a red <em>car</em>', auto: null });
  });

  test('is searched with precision 2', async () => {
    const { ids } = await garage(['car', 'automobile']);
    assert.deepEqual(await ids('car', { precision: 11 }), ['auto', 'car']);
    assert.deepEqual(await ids('bicycl', { precision: 11 }), []);
  });

  test('has no synonyms next to operators', async () => {
    const { ids } = await garage(['car', 'automobile']);
    assert.deepEqual(await ids('"car"'), ['car']);
  });

  test('follows every change of its sets', async () => {
    const { call, path, ids } = await garage();
    const { json } = await call('POST', `${path}/synonyms`, { body: { synonyms: ['car', 'bicycle'] } });
    assert.deepEqual(await ids('car'), ['bike', 'car']);
    await call('PUT', `${path}/synonyms/${json.id}`, { body: { synonyms: ['car', 'automobile'] } });
    assert.deepEqual(await ids('car'), ['auto', 'car']);
    await call('DELETE', `${path}/synonyms/${json.id}`);
    assert.deepEqual(await ids('car'), ['car']);
  });
});
