import assert from 'node:assert/strict';
import { symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import type AppSearchClient from '@elastic/app-search-node';
import type { Client as EnterpriseSearchClient } from '@elastic/enterprise-search';
import { bookshop, foundIds } from '../clients/bookshop.ts';
import type { connected } from '../clients/browser-client.ts';
import { ROOT } from '../support/command.ts';
import { startTestService, type TestService, temporaryFolder } from '../support/service.ts';
import { CHANGED_PROGRAMS, NEW_ADDRESS, OLD_ADDRESS } from './guide.ts';

/** What a program does with a client; browsers have clients that only search. */
interface Use {
  index?(client: unknown, document: { readonly id: string }): Promise<unknown>;
  /** The ids of the documents that are found in the engine `books`. */
  search(client: unknown, query: string): Promise<readonly unknown[]>;
}

const NODE_CLIENT: Use = {
  index: (client: AppSearchClient, document) => client.indexDocument('books', document),
  search: async (client: AppSearchClient, query) => foundIds(await client.search('books', query)),
};

const USES: Readonly<Record<string, Use>> = {
  '@elastic/app-search-node': NODE_CLIENT,
  'swiftype-app-search-node': NODE_CLIENT,
  '@elastic/enterprise-search': {
    index: ({ app }: EnterpriseSearchClient, document) =>
      app.indexDocuments({ engine_name: 'books', documents: [document] }),
    search: async ({ app }: EnterpriseSearchClient, query) =>
      foundIds(await app.search({ engine_name: 'books', body: { query } })),
  },
  '@elastic/app-search-javascript': {
    search: async (client: ReturnType<typeof connected>, query) =>
      (await client.search(query)).results.map((result) => result.getRaw('id')),
  },
  '@elastic/search-ui-app-search-connector': {
    search: async (connector: Connector, query) => {
      const { results } = await connector.onSearch({ searchTerm: query }, {});
      return results.map(({ id }) => id.raw);
    },
  },
};

interface Connector {
  onSearch(
    state: object,
    config: object,
  ): Promise<{ readonly results: ReadonlyArray<{ readonly id: { readonly raw: string } }> }>;
}

const PROGRAMS = CHANGED_PROGRAMS.filter(({ client }) => client in USES);
const load = createRequire(import.meta.url);

/** Imports as a bundler resolves them. As modules, not all of these packages load in Node. */
const withRequire = (program: string): string =>
  program
    .replace(/^import (?:\* as (\w+)|(\{.*\})) from ('.*');$/gm, 'const $1$2 = require($3);')
    .replace(/^import (\w+) from ('.*');$/gm, 'const $1 = ((all) => all.default ?? all)(require($2));');

/** Runs a program of the guide with the addresses and keys of running services, and gives its client. */
function clientOf(
  folder: string,
  program: string,
  addresses: { old: TestService; now: TestService },
): unknown {
  const { old, now } = addresses;
  const target = program.includes(OLD_ADDRESS) ? old : now;
  const [, name] = /^const (\w+) = /m.exec(program) ?? [];
  const file = join(folder, `${crypto.randomUUID()}.cjs`);
  const text = withRequire(program)
    .replaceAll(OLD_ADDRESS, old.baseUrl)
    .replaceAll(NEW_ADDRESS, now.baseUrl)
    .replaceAll('private-…', target.privateKey)
    .replaceAll('search-…', target.searchKey);
  writeFileSync(file, `${text}module.exports = ${name};\n`);
  return load(file);
}

test('the lines of the guide cover every official client that this project installs', () => {
  const { devDependencies } = load(join(ROOT, 'package.json'));
  const installed = Object.keys(devDependencies).filter((name) => /app-search|enterprise-search/.test(name));
  assert.deepEqual(PROGRAMS.map(({ client }) => client).sort(), installed.sort());
});

test('with the lines of the guide, the clients from npm work with Findling', async (t) => {
  t.mock.method(console, 'warn', () => {}); // the connector warns that it is deprecated
  const old = await bookshop(await startTestService(t));
  const now = await bookshop(await startTestService(t));
  const folder = temporaryFolder(t);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const { client: name, before, after } of PROGRAMS) {
    await t.test(
      `${name} indexes and searches in App Search before the change, in Findling after it`,
      async () => {
        await assertUsable(USES[name] as Use, clientOf(folder, before, { old, now }), old, now);
        await assertUsable(USES[name] as Use, clientOf(folder, after, { old, now }), now, old);
      },
    );
  }
});

/** Indexes a document and finds it by a client, in one service and not in the other. */
async function assertUsable(
  use: Use,
  client: unknown,
  service: TestService,
  other: TestService,
): Promise<void> {
  const path = '/engines/books/documents';
  const document = { id: 'solaris', title: 'Solaris' };
  try {
    if (use.index === undefined) await service.call('POST', path, { body: document });
    else await use.index(client, document);
    assert.deepEqual(await use.search(client, 'solaris'), ['solaris']);
    assert.deepEqual((await other.call('GET', path, { body: ['solaris'] })).json, [null]);
  } finally {
    await service.call('DELETE', path, { body: ['solaris'] });
    await (client as { close?(): unknown }).close?.();
  }
}
