import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Attack } from './attack.ts';

/** Milliseconds after which a client hangs up. */
const PATIENCE = 12_000;

export interface Outcome {
  /** Numbers of answers by status, or by what happened instead. */
  readonly statuses: ReadonlyMap<string, number>;
  /** Bytes of all bodies, decompressed, and of all answers. */
  readonly inFlight: number;
  /** The first answer of 5xx. */
  readonly refusal: string;
  /** Refusals without a sentence. */
  readonly speechless: readonly string[];
  readonly took: number;
}

interface Reply {
  readonly status: string;
  readonly received: number;
  /** The beginning of the answer. */
  readonly text: string;
}

type Headers = Readonly<Record<string, string>>;

function sendOne(
  url: string,
  method: string,
  headers: Headers,
  body: Uint8Array | undefined,
  agent: Agent,
): Promise<Reply> {
  return new Promise((resolve) => {
    let received = 0;
    let text = '';
    const outgoing = request(url, {
      method,
      agent,
      headers: {
        ...(body && { 'content-type': 'application/json', 'content-length': body.length }),
        ...headers,
      },
    });
    const end = (status: string): void => {
      clearTimeout(timer);
      resolve({ status, received, text });
    };
    const timer = setTimeout(() => {
      end('gave up');
      outgoing.destroy();
    }, PATIENCE);
    outgoing.on('response', (incoming) => {
      incoming.on('data', (chunk: Buffer) => {
        received += chunk.length;
        if (text.length < 2000) text += chunk.toString('latin1');
      });
      incoming.on('end', () => end(String(incoming.statusCode)));
      incoming.on('error', () => end('cut off'));
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? 'failed'));
    outgoing.end(body);
  });
}

/** Whether a refusal says in a sentence what is wrong. */
function hasSentence(text: string): boolean {
  try {
    const { error, errors } = JSON.parse(text) as { error?: unknown; errors?: unknown };
    const sentences = [error, errors].flat().filter((one) => one !== undefined);
    if (sentences.length > 0 && sentences.every((one) => typeof one === 'string' && one.length > 8))
      return true;
    // The dashboard's messages are by field.
    return typeof errors === 'object' && errors !== null && Object.keys(errors).length > 0;
  } catch {
    // Cut after 2,000 characters: a list of messages.
    return text.length >= 2000 && /^\[?\{"errors?":/.test(text);
  }
}

function outcomeOf(replies: readonly Reply[], sent: number, took: number, isHead: boolean): Outcome {
  const statuses = new Map<string, number>();
  for (const { status } of replies) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const speechless = replies
    .filter(({ status, text }) => Number(status) >= 400 && !isHead && !hasSentence(text))
    .map(({ status, text }) => `${status} ${text.slice(0, 200)}`);
  const refusal = replies.find(({ status }) => Number(status) >= 500)?.text.slice(0, 200) ?? '';
  const inFlight = replies.reduce((sum, { received }) => sum + sent + received, 0);
  return { statuses, inFlight, refusal, speechless: [...new Set(speechless)], took };
}

/** Sends an attack `count` times at once and waits for all answers. */
export async function send(
  attack: Attack,
  count: number,
  baseUrl: string,
  headers: Headers,
): Promise<Outcome> {
  if (attack.connection !== undefined) return misuse(attack, count, baseUrl, headers);
  const body = attack.body?.();
  const agent = new Agent({ keepAlive: true, maxSockets: count });
  const all = {
    ...headers,
    ...(body?.coding && { 'content-encoding': body.coding }),
    ...(body?.mediaType && { 'content-type': body.mediaType }),
  };
  const began = performance.now();
  const replies = await Promise.all(
    Array.from({ length: count }, () =>
      sendOne(`${baseUrl}${attack.path}`, attack.method, all, body?.bytes, agent),
    ),
  );
  agent.destroy();
  return outcomeOf(replies, body?.size ?? 0, performance.now() - began, attack.method === 'HEAD');
}

const PIPELINED = 5000;
/** Milliseconds for which a slow client sends. */
const SLOWNESS = 2000;

const headOf = ({ method, path }: Attack, headers: Headers, more = ''): string => {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}${more}`;
};

/** Attacks by connections instead of requests. */
async function misuse(attack: Attack, count: number, baseUrl: string, headers: Headers): Promise<Outcome> {
  const { hostname, port } = new URL(baseUrl);
  const open = () => connect(Number(port), hostname).on('error', () => {});
  const began = performance.now();
  let sent = 0;
  const one = async (): Promise<Reply> => {
    const socket = open();
    let text = '';
    let answers = 0;
    let received = 0;
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      received += chunk.length;
      text = (text + chunk).slice(-100_000);
      answers += chunk.split('HTTP/1.1 ').length - 1;
    });
    const until = performance.now() + SLOWNESS;
    switch (attack.connection) {
      case 'pipelining': {
        const requests = Math.ceil(PIPELINED / count);
        socket.write(
          headOf({ ...attack, path: `${attack.path}?query=cave` }, headers, '\r\n').repeat(requests),
        );
        while (answers < requests && performance.now() < began + PATIENCE && !socket.destroyed)
          await pause(10);
        socket.destroy();
        return { status: answers >= requests ? '200' : `${answers} answers`, received, text: '' };
      }
      case 'slow bodies': {
        socket.write(headOf(attack, headers, 'content-length: 10000000\r\n\r\n'));
        while (performance.now() < until) {
          sent += 10_000;
          socket.write('x'.repeat(10_000));
          await pause(100);
        }
        break;
      }
      case 'slow headers': {
        socket.write(headOf(attack, headers));
        while (performance.now() < until) {
          socket.write('x-slow: 1\r\n');
          await pause(100);
        }
        break;
      }
      default: {
        const body = attack.body?.().bytes ?? Buffer.alloc(0);
        socket.write(headOf(attack, headers, `content-length: ${body.length}\r\n\r\n`));
        socket.write(body);
        sent += body.length;
        await pause(200);
      }
    }
    socket.destroy();
    return { status: answers > 0 ? 'answered' : 'hung up', received, text: '' };
  };
  const replies = await Promise.all(Array.from({ length: count }, one));
  return outcomeOf(replies, sent / count, performance.now() - began, false);
}
