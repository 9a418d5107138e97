import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { visit } from '../support/browser.ts';
import { freePort } from '../support/command.ts';
import { startTestService } from '../support/service.ts';
import { storedClicks } from '../support/stored-clicks.ts';
import { bundledClient } from './bundle.ts';

let bundle: Promise<string> | undefined;

/** A page of another origin than the service, which has loaded the client. */
async function openPage(t: TestContext) {
  bundle ??= bundledClient();
  const code = await bundle;
  const server = createServer((request, response) => {
    if (request.url === '/client.js') response.setHeader('content-type', 'text/javascript').end(code);
    else response.setHeader('content-type', 'text/html').end('<!doctype html><title>Shop</title>');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const service = await startTestService(t);
  const { page, expectComplaint } = await visit(
    t,
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  );
  expectComplaint(new RegExp(`^request to another host: ${service.baseUrl}`));
  await page.goto('/');
  const engine = await service.engine({ schema: { price: 'number' } });
  /** Runs the body of an async function in the page; it has the client's exports, and an engine. */
  const run = (body: string, key = service.privateKey): Promise<unknown> =>
    page.evaluate(`(async () => {
      const { FindlingClient, FindlingError, linesOf, signSearchKey } = await import('/client.js');
      const findling = new FindlingClient({ url: ${JSON.stringify(service.baseUrl)}, key: ${JSON.stringify(key)} });
      const books = findling.engine(${JSON.stringify(engine)});
      ${body}
    })()`);
  return { service, engine, page, run, expectComplaint };
}

test('a page imports, searches, exports and reports clicks', async (t) => {
  const { service, engine, run } = await openPage(t);
  const report = await run(`
    const lines = Array.from({ length: 5000 }, (_, i) => JSON.stringify({ id: 'd' + i, title: 'Book ' + i, price: i }));
    lines[41] = '{';
    const file = new File([lines.join('\\n')], 'books.ndjson');
    const steps = [];
    const report = await books.import(linesOf(file.stream()), { onProgress: ({ imported }) => steps.push(imported) });
    return [report.imported, report.refusals, steps.length];
  `);
  assert.deepEqual(report, [4999, [{ line: 42, id: '', errors: ['Line 42 cannot be parsed as JSON'] }], 3]);
  const found = await run(
    `
    const { results, facets } = await books.search('77', {
      filters: { price: { from: 70, to: 80 } },
      result_fields: { title: { snippet: {} } },
      facets: { price: { type: 'range', ranges: [{ from: 75 }] } },
    });
    return [results[0].title.snippet, facets.price[0].data[0].count];
  `,
    service.searchKey,
  );
  assert.deepEqual(found, ['Book <em>77</em>', 1]);
  const exported = await run(`
    let total = 0;
    const ids = [];
    for await (const { id } of books.export({ onProgress: (step) => { total = step.total; } })) ids.push(id);
    const first = [];
    for await (const { id } of books.export()) {
      first.push(id);
      if (first.length === 3) break;
    }
    return [total, ids.length, ids.at(-1), first];
  `);
  assert.deepEqual(exported, [4999, 4999, 'd4999', ['d0', 'd1', 'd2']]);
  await run(`await books.click({ query: '77', document_id: 'd77', tags: ['page'] });`, service.searchKey);
  const clicks = await storedClicks(service, engine);
  assert.deepEqual(
    clicks.map(({ documentId, tags }) => [documentId, tags]),
    [['d77', ['page']]],
  );
});

test('errors, repetitions and aborts are the same in a page', async (t) => {
  const { service, page, run, expectComplaint } = await openPage(t);
  const refused = await run(`
    const error = await books.search('x', { precision: 99 }).catch((error) => error);
    return [error instanceof FindlingError, error.status, error.messages, typeof error.requestId];
  `);
  assert.deepEqual(refused, [true, 400, ['Precision must be an integer between 1 and 11'], 'string']);
  const { json } = await service.call('POST', '/credentials', {
    key: service.adminKey,
    body: { name: 'slow', type: 'private', rate_limit: { requests_per_second: 1, burst: 1 } },
  });
  const repeated = await run(
    `
    await books.search('a');
    const refused = await findling.createEngine({ name: 'x' }).catch((error) => error);
    await books.search('b');
    return [refused.status, refused.retryAfter];
  `,
    json.key,
  );
  assert.deepEqual(repeated, [429, 1]);
  const aborted = await run(`
    const signal = AbortSignal.abort(new Error('enough'));
    return books.search('a', {}, { signal }).catch((error) => error.message);
  `);
  assert.equal(aborted, 'enough');
  const token = await run(
    `return signSearchKey({ name: 'search-key', key: ${JSON.stringify(service.searchKey)} }, { sub: 'ä' });`,
  );
  const inspected = await service.call('POST', '/signed_search_keys/inspect', { body: { token } });
  assert.deepEqual([inspected.json.accepted, inspected.json.sub], [true, 'ä']);
  const nowhere = `http://127.0.0.1:${await freePort()}`;
  expectComplaint(new RegExp(`^request to another host: ${nowhere}`));
  expectComplaint(/^console: Failed to load resource: net::ERR_CONNECTION_REFUSED/);
  const gone = await page.evaluate(`(async () => {
    const { FindlingClient } = await import('/client.js');
    const findling = new FindlingClient({ url: ${JSON.stringify(nowhere)}, key: 'x' });
    return findling.listEngines().catch(({ status, message }) => [status, message]);
  })()`);
  assert.deepEqual(gone, [0, 'The connection to the service failed: Failed to fetch.']);
});
