import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { Cluster } from '../../src/index/opensearch/cluster.ts';

test('a call that is aborted rejects, and the process goes on', async (t) => {
  const received = Promise.withResolvers<void>();
  const server = createServer(() => received.resolve());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const cluster = new Cluster([`http://127.0.0.1:${(server.address() as AddressInfo).port}`]);
  t.after(() => cluster.close());
  const aborting = new AbortController();
  const call = cluster.send('GET', '/', { signal: aborting.signal });
  const rejected = assert.rejects(call, { name: 'AbortError' });
  await received.promise;
  aborting.abort();
  await rejected;
  // An uncaught error would end the process in the next turn.
  await new Promise((resolve) => setTimeout(resolve, 20));
});
