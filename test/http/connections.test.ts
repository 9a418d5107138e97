import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { until } from '../support/until.ts';
import { bodyOf, echoService, exchange, statusOf } from './echo.ts';

test('an address has half of the connections; a request on a further one gets 503', async (t) => {
  const { port } = await echoService(t, { connections: 6 });
  const sockets = [1, 2, 3].map(() => connect(port, '127.0.0.1').on('error', () => {}));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
  });
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const ask = () => exchange(port, 'GET /api/as/v1/things/a HTTP/1.1\r\nHost: a\r\n\r\n', 500);
  const refused = await ask();
  assert.equal(statusOf(refused), 503);
  assert.match(refused, /\r\nretry-after: 1\r\n/i);
  assert.match(refused, /\r\nconnection: close\r\n/i);
  assert.deepEqual(bodyOf(refused), {
    errors: ['The service has too many open connections. Please try again.'],
  });
  // An open connection goes on.
  sockets[0]?.write('GET /api/as/v1/things/a HTTP/1.1\r\nHost: a\r\n\r\n');
  const [answer] = await once(sockets[0] as (typeof sockets)[0], 'data');
  assert.match(String(answer), /^HTTP\/1\.1 200 /);
  sockets.pop()?.destroy();
  await until('there is room again', async () => statusOf(await ask()) === 200);
});
