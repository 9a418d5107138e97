import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { ROOT } from '../support/command.ts';

// `npm run campaign:nodes` runs all of them, also on PostgreSQL and OpenSearch.
const FILES = ['test/clients/enterprise-search.test.ts', 'test/clients/enterprise-search-search.test.ts'];

test('the official client works with two nodes behind a load balancer', () => {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['test/run.ts', ...FILES], {
    cwd: ROOT,
    env: { ...env, NODES: 'sqlite' },
    encoding: 'utf8',
  });
  assert.equal(status, 0, `${stdout.slice(-6000)}\n${stderr.slice(-2000)}`);
});
