/**
 * A cheap client for fast servers: requests are prepared bytes, and only the length of a response is read.
 * `node raw-client.ts FILE PORT SECONDS CONNECTIONS`; FILE has a JSON list of requests in base64. Prints the number of
 * responses and their bytes as JSON.
 */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

const [, , file = '', port, seconds, connections] = process.argv;
const requests: Buffer[] = JSON.parse(readFileSync(file, 'utf8')).map((text: string) =>
  Buffer.from(text, 'base64'),
);
const until = performance.now() + Number(seconds) * 1000;
const HEAD_END = Buffer.from('\r\n\r\n');
let next = 0;
let answered = 0;
let bytes = 0;

/** The length of the response that begins here, headers included; undefined until the headers are complete. */
function lengthOf(data: Buffer): number | undefined {
  const end = data.indexOf(HEAD_END);
  if (end < 0) return undefined;
  const head = data.toString('latin1', 0, end);
  if (!head.startsWith('HTTP/1.1 200')) throw new Error(head);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`an answer without a length: ${head}`);
  return end + HEAD_END.length + Number(length);
}

await Promise.all(
  Array.from(
    { length: Number(connections) },
    () =>
      new Promise<void>((resolve, reject) => {
        const socket = connect(Number(port), '127.0.0.1');
        socket.setNoDelay(true);
        let have: Buffer = Buffer.alloc(0);
        let wanted: number | undefined;
        const send = () => {
          if (performance.now() > until) {
            socket.end();
            resolve();
          } else socket.write(requests[next++ % requests.length] as Buffer);
        };
        socket.on('connect', send);
        socket.on('error', reject);
        socket.on('data', (data) => {
          have = have.length === 0 ? data : Buffer.concat([have, data]);
          try {
            wanted ??= lengthOf(have);
          } catch (error) {
            reject(error);
            return;
          }
          if (wanted === undefined || have.length < wanted) return;
          answered++;
          bytes += wanted;
          have = have.subarray(wanted);
          wanted = undefined;
          send();
        });
      }),
  ),
);
process.stdout.write(`${JSON.stringify({ answered, bytes })}\n`);
process.exit(0);
