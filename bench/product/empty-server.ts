/**
 * The least a server of ours could do: Fastify, a body that is parsed, and bytes that were made beforehand, as many as
 * the real answer to that question has. `node empty-server.ts FILE`; FILE has a JSON list of answers. Prints its port.
 */
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';

const answers: Buffer[] = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')).map((text: string) =>
  Buffer.from(text),
);
const app = fastify();
app.post('*', (request, reply) => {
  reply.header('content-type', 'application/json; charset=utf-8');
  reply.send(answers[Number(request.headers['x-question'])]);
});
await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${(app.server.address() as AddressInfo).port}\n`);
