/**
 * Our default search in a separate process: `load ORDER` and `ask QUESTION` as JSON, with the responses of
 * bench/kernel/serve.ts.
 */
import { createInterface } from 'node:readline';
import type { EmbeddedGeneration } from '../../src/index/embedded/generation/generation.ts';
import { loadOurs, newIndex } from '../kernel/ours.ts';
import { planOf } from '../kernel/ours-plan.ts';
import { conditionsOf } from '../kernel/question.ts';
import type { Question } from '../questions.ts';

let generation: EmbeddedGeneration | undefined;

async function answer(line: string): Promise<string> {
  const [command, text = ''] = line.split('\t');
  if (command === 'load') {
    const loaded = await loadOurs(JSON.parse(text), newIndex());
    generation = loaded.generation;
    return `loaded\t${JSON.stringify(loaded.report)}`;
  }
  const question: Question = JSON.parse(text);
  const started = process.hrtime.bigint();
  const plan = planOf(question.terms.join(' '), conditionsOf(question));
  const found = await generation?.search(plan);
  const nanos = process.hrtime.bigint() - started;
  const ids = found?.hits.map(({ id }) => id) ?? [];
  return ['answer', found?.total, nanos, 0, ids.join(' ')].join('\t');
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  try {
    process.stdout.write(`${await answer(line)}\n`);
  } catch (error) {
    process.stdout.write(`error\t${String(error).replace(/[\t\r\n]/g, ' ')}\n`);
  }
}
process.exit(0);
