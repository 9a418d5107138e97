/**
 * An engine of the kernel level in a separate process: `node serve.ts NAME PACKAGES`. Reads lines and responds to each
 * with one, like bench/kernel/lucene/Serve.java; the time of a query is taken here.
 */
import { createInterface } from 'node:readline';
import type { KernelEngine } from './engine.ts';

const MAKERS: Readonly<Record<string, (packages: string) => Promise<KernelEngine>>> = {
  ours: async () => new (await import('./ours.ts')).Ours(),
  fts5: async () => new (await import('./fts5.ts')).Fts5(),
  minisearch: async (packages) => (await import('./minisearch.ts')).makeMiniSearch(packages),
  orama: async (packages) => (await import('./orama.ts')).makeOrama(packages),
};

const [, , name = '', packages = ''] = process.argv;
const make = MAKERS[name];
if (make === undefined) throw new Error(`there is no engine ${name}`);
const engine = await make(packages);

async function answer(line: string): Promise<string> {
  const [command, text = ''] = line.split('\t');
  const order = JSON.parse(text);
  if (command === 'load') return `loaded\t${JSON.stringify(await engine.load(order))}`;
  const started = process.hrtime.bigint();
  const asked = engine.ask(order);
  // Awaiting a value that is already available would cost a turn of the event loop.
  const found = asked instanceof Promise ? await asked : asked;
  const nanos = process.hrtime.bigint() - started;
  return ['answer', found.total, nanos, found.counted, found.ids.join(' ')].join('\t');
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  try {
    process.stdout.write(`${await answer(line)}\n`);
  } catch (error) {
    process.stdout.write(`error\t${String(error).replace(/[\t\r\n]/g, ' ')}\n`);
  }
}
process.exit(0);
