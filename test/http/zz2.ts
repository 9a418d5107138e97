
import { connect } from 'node:net';
import { echoService, statusOf } from './zecho.ts';
var SEEDS = [
  'GET /api/as/v1/echo?query=a&page[size]=1 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer x\r\n\r\n',
  'POST /api/as/v1/json HTTP/1.1\r\nHost: localhost\r\nContent-Length: 7\r\n\r\n{"a":1}',
  'POST /api/as/v1/json HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{"a\r\n4\r\n":1}\r\n0\r\n\r\n',
  'OPTIONS /api/as/v1/echo.json HTTP/1.1\r\nHost: a\r\nOrigin: http://b\r\nAccess-Control-Request-Headers: x\r\n\r\n',
  'DELETE /api/as/v1/echo/ HTTP/1.0\r\nX-Request-Id: abc\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n[]',
  'GET /api/as/v1/things/a%20b HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip;q=0.5, *;q=0\r\nExpect: 100-continue\r\n\r\n',
];
var SPLINTERS = ['\0', '\r', '\n', '\r\n', '\r\n\r\n', ' ', '\t', ':', '%', '%00', '[', ']', '=', '&', '?', '#', '/', '\xff']
  .concat(['Content-Length: 5\r\n', 'Transfer-Encoding: chunked\r\n', 'HTTP/1.1', 'Host: b\r\n', '0\r\n\r\n', '-1', '9'.repeat(30)])
  .concat(['x'.repeat(70_000), 'GET / HTTP/1.1\r\n\r\n', 'Connection: Upgrade\r\nUpgrade: h2c\r\n', 'Expect: x\r\n']);

const echo = await echoService({ after() {} } as any);
const random = randomNumbers(Number(process.argv[2]));
const port = echo.port;
const seen:any={};
const worker = async () => { for (let i=0;i<1500;i++){ const bytes=mutated(random);
 const half = random(2)===0;
 const answer = await new Promise<string>((resolve) => {
        const chunks: Buffer[] = [];
        const socket = connect(port, '127.0.0.1');
        socket.on('data', (chunk) => chunks.push(chunk));
        socket.on('error', () => {});
        socket.setTimeout(100, ()=>socket.destroy());
        socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
        if (half) socket.end(bytes); else socket.write(bytes);
      });
 const st=statusOf(answer); seen[st]=(seen[st]??0)+1; if (st>=500) console.log(st, JSON.stringify(bytes.toString('latin1')).slice(0,500));
}};
await Promise.all(Array.from({length:40},worker));
console.log(seen, process.memoryUsage().rss/1e6); for (let k=0;k<4;k++){ await Promise.all(Array.from({length:40},worker)); global.gc?.(); console.log(process.memoryUsage().rss/1e6, process.memoryUsage().heapUsed/1e6)}
for (const l of echo.log.filter(l=>l.level>30).slice(0,5)) console.log(JSON.stringify(l));
await echo.app.close();
/** Numbers below a bound, the same for the same seed (mulberry32). */
function randomNumbers(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (((mixed ^ (mixed >>> 14)) >>> 0) * bound) / 2 ** 32 >>> 0;
  };
}

function mutated(random: (bound: number) => number): Buffer {
  let text = SEEDS[random(SEEDS.length)] as string;
  for (let changes = 1 + random(4); changes > 0; changes--) {
    const at = random(text.length);
    const splinter = SPLINTERS[random(SPLINTERS.length)] as string;
    const kind = random(4);
    if (kind === 0) text = text.slice(0, at) + splinter + text.slice(at);
    else if (kind === 1) text = text.slice(0, at) + splinter + text.slice(at + splinter.length);
    else if (kind === 2) text = text.slice(0, at) + text.slice(at + 1 + random(10));
    else text = text.slice(0, at) + String.fromCharCode(random(256)) + text.slice(at + 1);
    if (text === '') text = '\n';
  }
  return Buffer.from(text, 'latin1');
}
