/**
 * The minimal server: Fastify, a parsed body, and a prepared response with as many bytes as the real one to that query.
 * `node empty-server.ts FILE`; FILE has a JSON list of responses. Prints its port.
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
