/**
 * An engine, and its documents in four more engines, in a separate process: `load ORDER` and `ask QUESTION` as JSON, with
 * the responses of bench/kernel/serve.ts. Every variant of a query runs on the same data in the same process.
 */
import { createInterface } from 'node:readline';
import { analyzerFor } from '../../src/analysis/language.ts';
import type { DocumentRef, SearchPlan } from '../../src/index/plan.ts';
import type { GenerationInfo } from '../../src/index/port.ts';
import type { DataSet } from '../data-set.ts';
import { loadOurs, newIndex } from '../kernel/ours.ts';
import { planOf } from '../kernel/ours-plan.ts';
import { conditionsOf } from '../kernel/question.ts';
import { LANGUAGE } from '../kernel/rows.ts';
import type { TunedQuestion } from './tuned-question.ts';

const QUARTERS = 4;
/** Quarters of a million documents would need the memory twice. */
const MOST_QUARTERED = 100_000;

const index = newIndex();
const analyzer = analyzerFor(LANGUAGE);
let whole: GenerationInfo | undefined;
let quarters: GenerationInfo[] = [];
/** By query, what its curation promotes and hides: some hits and some other documents. */
const curations = new Map<string, { promoted: DocumentRef[]; hidden: DocumentRef[] }>();

/** The documents of the engine, in turn in four engines. */
async function quartersOf(set: DataSet): Promise<GenerationInfo[]> {
  const infos: GenerationInfo[] = [];
  for (let quarter = 0; quarter < QUARTERS; quarter++) {
    const part = { engineId: 11 + quarter, has: (number: number) => number % QUARTERS === quarter };
    infos.push((await loadOurs({ set }, index, part)).generation.info);
  }
  return infos;
}

async function curationOf(plan: SearchPlan, text: string) {
  const known = curations.get(text);
  if (known !== undefined || whole === undefined) return known;
  const refs = (hits: readonly DocumentRef[]) => hits.map(({ engineId, id }) => ({ engineId, id }));
  const { hits } = await index.search([whole], plan);
  const { hits: newest } = await index.search([whole], planOf('', {}));
  const curation = {
    promoted: refs([...hits.slice(5, 7), ...newest.slice(0, 3)]),
    hidden: refs(hits.slice(0, 2)),
  };
  curations.set(text, curation);
  return curation;
}

async function tunedPlan(question: TunedQuestion): Promise<SearchPlan> {
  const text = question.terms.join(' ');
  const plan = planOf(text, conditionsOf(question));
  if (question.variant === 'curated') return { ...plan, ...(await curationOf(plan, text)) };
  const { rare, frequent } = question;
  if (question.variant === 'both words') return planOf(`${text} ${frequent}`, conditionsOf(question));
  const alternative = {
    synonym: rare[0],
    'synonym of two words': rare.join(' '),
    'frequent synonym': frequent,
  }[question.variant as string];
  if (alternative === undefined || plan.query.kind !== 'plain') return plan;
  const words: string[] = [];
  analyzer.words(question.terms[0] ?? '', (word) => words.push(word));
  return { ...plan, query: { ...plan.query, synonyms: [{ words, alternatives: [alternative] }] } };
}

async function answer(line: string): Promise<string> {
  const [command, text = ''] = line.split('\t');
  if (command === 'load') {
    const order = JSON.parse(text);
    const { report, generation } = await loadOurs(order, index);
    whole = generation.info;
    if (report.documents <= MOST_QUARTERED) quarters = await quartersOf(order.set);
    return `loaded\t${JSON.stringify({ ...report, engines: 1 + quarters.length })}`;
  }
  const question: TunedQuestion = JSON.parse(text);
  const plan = await tunedPlan(question);
  const searched = question.variant === 'meta engine' ? quarters : whole === undefined ? [] : [whole];
  const started = process.hrtime.bigint();
  const found = await index.search(searched, plan);
  const nanos = process.hrtime.bigint() - started;
  return ['answer', found.total, nanos, 0, found.hits.map(({ id }) => id).join(' ')].join('\t');
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  try {
    process.stdout.write(`${await answer(line)}\n`);
  } catch (error) {
    process.stdout.write(`error\t${String(error).replace(/[\t\r\n]/g, ' ')}\n`);
  }
}
process.exit(0);
