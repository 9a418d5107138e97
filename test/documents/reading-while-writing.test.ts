import assert from 'node:assert/strict';
import { request } from 'node:http';
import test from 'node:test';
import { startTestService, type TestService } from '../support/service.ts';

/** A GET whose body is sent only when `send` is called, long after its headers were accepted. */
async function slowGet(service: TestService, path: string) {
  const url = `${service.baseUrl}/api/as/v1${path}`;
  const body = '["a"]';
  const headers = {
    authorization: `Bearer ${service.privateKey}`,
    'content-length': body.length,
    expect: '100-continue',
  };
  const outgoing = request(url, { method: 'GET', headers });
  const answer = new Promise<string>((resolve, reject) => {
    outgoing.on('error', reject);
    outgoing.on('response', async (incoming) => {
      let text = '';
      for await (const chunk of incoming) text += chunk;
      resolve(text);
    });
  });
  outgoing.flushHeaders();
  await new Promise((resolve) => outgoing.once('continue', resolve));
  return async (): Promise<unknown> => {
    outgoing.end(body);
    return JSON.parse(await answer);
  };
}

test('a document that changes while a request for it arrives is returned with all its fields', async (t) => {
  const service = await startTestService(t);
  const engine = await service.engine({ documents: [{ id: 'a', name: 'old' }] });
  const path = `/engines/${engine}/documents`;
  const send = await slowGet(service, path);
  await service.call('POST', path, { body: [{ id: 'a', title: 'new' }] });
  assert.deepEqual(await send(), [{ id: 'a', title: 'new' }]);
});

test('documents read during a write are old or new, never a mixture', async (t) => {
  const service = await startTestService(t);
  const engine = await service.engine({ documents: [{ id: 'a', n: '0', field_0: '0' }] });
  const path = `/engines/${engine}/documents`;
  let isOver = false;
  const write = async () => {
    // Each write adds a field, which must be in the schema by the time the document is returned.
    for (let n = 1; n < 60; n++) {
      await service.call('POST', path, { body: [{ id: 'a', n, [`field_${n}`]: n }] });
    }
    isOver = true;
  };
  const read = async () => {
    while (!isOver) {
      const answers = await Promise.all([
        service.call('GET', path, { body: ['a'] }),
        service.call('GET', `${path}/list`),
        service.call('POST', `/engines/${engine}/search`, { body: { query: '' } }),
      ]);
      const [byId, listed, found] = answers.map(({ json }) => json);
      for (const document of [...byId, ...listed.results]) {
        assert.deepEqual(document, { id: 'a', n: document.n, [`field_${document.n}`]: document.n });
      }
      for (const { _meta, ...hit } of found.results) {
        assert.deepEqual(Object.keys(hit).sort(), [`field_${hit.n.raw}`, 'id', 'n']);
      }
    }
  };
  await Promise.all([write(), read(), read()]);
});
