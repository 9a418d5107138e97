import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { SNIPPETS } from '../../dashboard/src/pages/engine-overview/snippet.ts';
import { ROOT } from '../support/command.ts';
import { startTestService, type TestService } from '../support/service.ts';

const run = promisify(execFile);

/** The programs for a client in the overview of an engine, with keys filled in. */
function programsOf(client: string, service: TestService, engine: string): readonly string[] {
  const keys = { search: 'search-key', private: 'private-key' };
  const facts = { endpoint: service.baseUrl, engine, fields: ['name'], keys, searchKey: service.searchKey };
  return (SNIPPETS.find(({ id }) => id === client)?.parts ?? [])
    .filter(({ title }) => title !== 'Install')
    .map(({ code }) => code(facts).replaceAll('<value of private-key>', service.privateKey));
}

test('the snippets of an engine run unchanged, and do what they say', async (t) => {
  const service = await startTestService(t);
  for (const [client, command] of [
    ['curl', ['sh', '-c']],
    ['node', ['node', '--input-type=module', '-e']],
    ['javascript', ['node', '--input-type=module', '-e']],
    ['enterprise-search', ['node', '--input-type=module', '-e']],
  ] as const) {
    await t.test(client, async () => {
      const writes = client !== 'javascript';
      const engine = await service.engine({ documents: writes ? [] : [{ id: 'first', name: 'Hello' }] });
      const [file, ...args] = command;
      let printed = '';
      for (const code of programsOf(client, service, engine))
        printed += (await run(file, [...args, code], { cwd: ROOT })).stdout;
      assert.match(printed, /Hello/);
      assert.deepEqual((await service.call('GET', `/engines/${engine}/documents?ids[]=first`)).json, [
        { id: 'first', name: 'Hello' },
      ]);
    });
  }
});

test('the snippets have placeholders for keys, and only some can show the search key', () => {
  const keys = { search: 'my-search-key', private: 'my-private-key' };
  const facts = { endpoint: 'http://localhost:3002', engine: 'books', fields: [], keys };
  for (const { id, parts, usesSearchKey } of SNIPPETS) {
    const texts = (searchKey?: string) => parts.map(({ code }) => code({ ...facts, searchKey })).join('\n');
    assert.equal(texts().includes('<value of my-search-key>'), usesSearchKey, id);
    assert.equal(texts('search-abc').includes('search-abc'), usesSearchKey, id);
    assert.ok(!texts('search-abc').includes('<value of my-search-key>'), id);
    assert.ok(usesSearchKey || texts().includes('<value of my-private-key>'), id);
  }
});

test('the snippets of an engine list the packages that they import', () => {
  const keys = { search: null, private: null };
  const facts = { endpoint: 'http://localhost:3002', engine: 'books', fields: [], keys };
  for (const { id, parts } of SNIPPETS.filter((one) => one.id !== 'curl')) {
    const [install = '', ...programs] = parts.map(({ code }) => code(facts));
    const imported = programs.join('\n').matchAll(/from '([^']+)'/g);
    for (const [, name = ''] of imported) assert.ok(install.split(' ').includes(name), `${id}: ${name}`);
  }
});
