import assert from 'node:assert/strict';
import { once } from 'node:events';
import { getPriority } from 'node:os';
import test from 'node:test';
import { Worker } from 'node:worker_threads';
import { lowerPriority } from '../../src/threads/thread-priority.ts';

const POLITE = `
  import { getPriority } from 'node:os';
  import { parentPort } from 'node:worker_threads';
  import { lowerPriority } from ${JSON.stringify(new URL('../../src/threads/thread-priority.ts', import.meta.url).href)};
  lowerPriority(7);
  parentPort.postMessage(getPriority());
`;

test('a thread lowers its own priority, never that of the whole process', async () => {
  const before = getPriority();
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(POLITE)}`));
  const [priority] = await once(worker, 'message');
  assert.equal(priority, process.platform === 'linux' ? Math.max(7, before) : before);
  assert.equal(getPriority(), before);
  lowerPriority(7);
  assert.equal(getPriority(), before);
});
