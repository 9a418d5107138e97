// Writes the kept data folder of a data version, with the program of a checkout that has this version:
//
//   node test/upgrade/write-data-folder.ts CHECKOUT VERSION
//
// test/fixtures/README.md lists the commits. A folder of an earlier version is never written again: it must stay as that
// version wrote it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { plainEnvironment, type Settings, start } from '../support/command.ts';
import { type CallOptions, request } from '../support/service.ts';
import { until } from '../support/until.ts';
import { CALLS, KEYS, NOTES, OWNER_PASSWORD, SECOND_ACCOUNT, SINCE } from './kept-content.ts';
import { dataVersion, keep } from './kept-folder.ts';

const [checkout = '', number = ''] = process.argv.slice(2);
const version = Number(number);
if (checkout === '' || !(version > 0)) {
  process.stderr.write('Usage: node test/upgrade/write-data-folder.ts CHECKOUT VERSION\n');
  process.exit(2);
}
const cwd = resolve(checkout);
const folder = mkdtempSync(join(tmpdir(), 'findling-kept-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const data = join(folder, 'data');
const settings: Settings = {
  FINDLING_DATA: data,
  FINDLING_SAMPLE: 'off',
  FINDLING_LOG_LEVEL: 'warn',
  // The node_modules of the checkout may be those of another one.
  NODE_DISABLE_COMPILE_CACHE: '1',
  ...KEYS,
  ...(version >= SINCE.dashboard && { FINDLING_DASHBOARD_PASSWORD: OWNER_PASSWORD }),
};

const running = await start(
  { after: () => {} },
  { cwd, settings, command: [process.execPath, 'bin/findling.js', 'start', '--json'] },
);
const send = async (method: string, path: string, options: CallOptions): Promise<unknown> => {
  const { status, text, json } = await request(`${running.baseUrl}/api/as/v1${path}`, method, options);
  assert.equal(status, 200, `${method} ${path}: ${status} ${text}`);
  return json;
};

await until(
  'the service is ready',
  async () => (await request(`${running.baseUrl}/health`, 'GET')).status === 200,
);
for (const { since, key, method, path, body } of CALLS) {
  if (since > version) continue;
  await send(method, path, { key: KEYS[key], body });
  if (!path.endsWith('/schema')) continue;
  await until('the reindex job has ended', async () => {
    const status = await send('GET', `${path}/reindex`, { key: KEYS.FINDLING_PRIVATE_KEY });
    return (status as { state: string }).state === 'idle';
  });
}

const created = execFileSync(
  process.execPath,
  ['bin/findling.js', 'accounts', 'create', SECOND_ACCOUNT, '--json'],
  { cwd, env: plainEnvironment({ FINDLING_DATA: data, NODE_DISABLE_COMPILE_CACHE: '1' }), encoding: 'utf8' },
);
const account = JSON.parse(created) as {
  host_identifier: string;
  keys: Array<{ type: string; key: string }>;
};
const key = account.keys.find(({ type }) => type === 'private')?.key ?? '';
const headers = { host: `${account.host_identifier}.api.localhost` };
await send('POST', '/engines', { key, headers, body: { name: 'notes' } });
await send('POST', '/engines/notes/documents', { key, headers, body: NOTES });

running.child.kill('SIGTERM');
const { code, stderr } = await running.ended;
assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
assert.equal(dataVersion(data), version, 'the checkout has another data version');
process.stdout.write(`${keep(data, version)} written\n`);
