import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bookshop, foundIds } from '../clients/bookshop.ts';
import { request, startTestService } from '../support/service.ts';
import { CHANGED_PROGRAMS, NEW_ADDRESS, OLD_ADDRESS } from './guide.ts';

/*
 * Clients of other languages cannot run here. For each, this table has how its constructor takes address and key, and
 * the search that it sends, both as its source code has them; the tests send these requests.
 */

interface OtherClient {
  /** The call that connects, with the groups `address` and `key`. */
  readonly connect: RegExp;
  /** The address of a search in the engine `books`, as the client derives it. */
  readonly searchAddress: (address: string) => string;
  readonly method: 'GET' | 'POST';
  readonly headers?: Record<string, string>;
}

const JSON_CONTENT = { 'content-type': 'application/json' };

/** Appends the path to an address that ends with the prefix of the API and a slash. */
const RUBY: OtherClient = {
  connect:
    /^client = (?:Elastic::AppSearch|SwiftypeAppSearch)::Client\.new\(api_endpoint: '(?<address>[^']+)', api_key: '(?<key>[^']+)'\)$/m,
  searchAddress: (address) => `${address}engines/books/search`,
  method: 'POST',
  headers: JSON_CONTENT,
};

/** Puts the scheme before an address without one, and searches by GET with a body. */
const PYTHON: OtherClient = {
  connect: /^client = Client\(base_endpoint='(?<address>[^']+)', api_key='(?<key>[^']+)'\)$/m,
  searchAddress: (address) => `https://${address}/engines/books/search`,
  method: 'GET',
  headers: { 'content-type': 'application/json; charset=utf8' },
};

/** Takes scheme, host and port of the address, and adds the prefix of the API. */
const PHP: OtherClient = {
  connect: /^\$client = ClientBuilder::create\('(?<address>[^']+)', '(?<key>[^']+)'\)->build\(\);$/m,
  searchAddress: (address) => `${new URL(address).origin}/api/as/v1/engines/books/search`,
  method: 'POST',
  headers: JSON_CONTENT,
};

const CLIENTS: Readonly<Record<string, OtherClient>> = {
  'elastic-app-search': RUBY,
  'swiftype-app-search': RUBY,
  'elastic-enterprise-search': {
    connect:
      /^client = Elastic::EnterpriseSearch::AppSearch::Client\.new\(host: '(?<address>[^']+)', http_auth: '(?<key>[^']+)'\)$/m,
    // It ends every path with a slash.
    searchAddress: (address) => `${address}/api/as/v1/engines/books/search/`,
    method: 'POST',
    headers: JSON_CONTENT,
  },
  elastic_app_search: PYTHON,
  swiftype_app_search: PYTHON,
  elastic_enterprise_search: {
    connect: /^client = AppSearch\('(?<address>[^']+)', bearer_auth='(?<key>[^']+)'\)$/m,
    searchAddress: (address) => `${address}/api/as/v1/engines/books/search`,
    method: 'POST',
    headers: { ...JSON_CONTENT, accept: 'application/json' },
  },
  'Elastic\\AppSearch\\Client\\ClientBuilder': PHP,
  'Swiftype\\AppSearch\\ClientBuilder': PHP,
  'Elastic\\EnterpriseSearch\\Client': {
    connect:
      /^\$client = new Client\(\['host' => '(?<address>[^']+)', 'app-search' => \['token' => '(?<key>[^']+)'\]\]\);$/m,
    searchAddress: (address) => `${address}/api/as/v1/engines/books/search`,
    method: 'POST',
    headers: JSON_CONTENT,
  },
  'github.com/lithiumlabcompany/appsearch': {
    connect: /^client, err := appsearch\.Open\("(?<address>[^"]+)", "(?<key>[^"]+)"\)$/m,
    searchAddress: (address) => `${new URL('/api/as/v1/', address)}engines/books/search`,
    method: 'POST',
    headers: JSON_CONTENT,
  },
};

const JAVASCRIPT = /^(?:import|export) .* from '/;
const PROGRAMS = CHANGED_PROGRAMS.filter(({ before }) => !JAVASCRIPT.test(before));

test('the lines of the guide for other languages are those of the clients that are known here', () => {
  assert.deepEqual(PROGRAMS.map(({ client }) => client).sort(), Object.keys(CLIENTS).sort());
});

test('with the lines of the guide, clients of other languages search in Findling', async (t) => {
  const old = await bookshop(await startTestService(t));
  const now = await bookshop(await startTestService(t));
  for (const { client, before, after } of PROGRAMS) {
    await t.test(`${client} searches in App Search before the change, in Findling after it`, async () => {
      for (const [program, service, address] of [
        [before, old, OLD_ADDRESS],
        [after, now, NEW_ADDRESS],
      ] as const) {
        const { url, method, headers, key } = searchOf(client, program);
        assert.ok(url.startsWith(`${address}/`), url);
        assert.equal(key, 'private-…');
        const { status, json } = await request(url.replace(address, service.baseUrl), method, {
          key: service.privateKey,
          headers,
          body: { query: 'dune' },
        });
        assert.deepEqual([status, foundIds(json)], [200, ['dune']]);
      }
    });
  }
});

/** The search that a client sends after it was connected by a program of the guide. */
function searchOf(client: string, program: string) {
  const { connect, searchAddress, method, headers = {} } = CLIENTS[client] as OtherClient;
  const { address, key } = connect.exec(program)?.groups ?? {};
  assert.ok(address !== undefined, `the call that connects, as ${connect}, in:\n${program}`);
  return { url: searchAddress(address), method, headers, key };
}
