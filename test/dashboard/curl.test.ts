import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { curlOf, curlRequestOf } from '../../dashboard/src/parts/curl.ts';
import { sharedService } from '../support/shared-service.ts';

test('a copied curl command with brackets in its address runs in a shell', async () => {
  const service = await sharedService();
  await service.engine();
  const path = '/accounts/any/as/v1/engines?page[current]=1&page[size]=1';
  const command = curlOf(
    curlRequestOf({ method: 'GET', path, body: undefined }, service.baseUrl, service.baseUrl),
  );
  const env = { ...process.env, FINDLING_KEY: service.privateKey };
  // Not synchronously: the service runs in this process.
  const { stdout } = await promisify(execFile)('sh', ['-c', `${command} -s`], { env });
  assert.equal(JSON.parse(stdout).results.length, 1);
});

test('a long body is indented, and still the same JSON for curl', async () => {
  const service = await sharedService();
  const engine = await service.engine({ documents: [{ id: 'a', title: "it's here" }] });
  const body = {
    query: "it's",
    result_fields: { title: { raw: {}, snippet: { size: 200 } } },
    page: { size: 5 },
  };
  const path = `/accounts/any/as/v1/engines/${engine}/search`;
  const command = curlOf(curlRequestOf({ method: 'POST', path, body }, service.baseUrl, service.baseUrl));
  assert.match(command, /\n {2}"page": \{\n/);
  const env = { ...process.env, FINDLING_KEY: service.searchKey };
  const { stdout } = await promisify(execFile)('sh', ['-c', `${command} -s`], { env });
  assert.equal(JSON.parse(stdout).results.length, 1);
});
