import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadOrder, LoadReport } from './engine.ts';
import { EngineProcess, type ProcessOptions } from './engine-process.ts';
import { COUNTED, type Conditions, type KernelQuestion } from './question.ts';

export interface TimedAnswer {
  readonly total: number;
  readonly ms: number;
  readonly counted: number;
  readonly ids: readonly string[];
}

/** An engine that can be loaded and searched; `Q` is the type of its queries. */
export interface Contestant<Q> {
  readonly name: string;
  load(order: LoadOrder): Promise<LoadReport>;
  ask(question: Q): Promise<TimedAnswer>;
  close(): Promise<void>;
}

const SERVE = join(import.meta.dirname, 'serve.ts');

function answerOf(columns: readonly string[]): TimedAnswer {
  const [, total, nanos, counted, ids] = columns;
  return {
    total: Number(total),
    ms: Number(nanos) / 1e6,
    counted: Number(counted),
    ids: ids === '' || ids === undefined ? [] : ids.split(' '),
  };
}

/** An engine that runs in Node: a program with the protocol of bench/kernel/serve.ts. */
export class NodeContestant<Q = KernelQuestion> implements Contestant<Q> {
  readonly name: string;
  readonly #process: EngineProcess;

  constructor(name: string, packages: string, program = SERVE) {
    this.name = name;
    this.#process = new EngineProcess(name, {
      command: process.execPath,
      args: ['--max-old-space-size=8192', program, name, packages],
    });
  }

  async load(order: LoadOrder): Promise<LoadReport> {
    const [, report] = await this.#process.ask(`load\t${JSON.stringify(order)}`);
    return JSON.parse(report as string);
  }

  async ask(question: Q): Promise<TimedAnswer> {
    return answerOf(await this.#process.ask(`ask\t${JSON.stringify(question)}`));
  }

  close(): Promise<void> {
    return this.#process.close();
  }
}

/** A line for bench/kernel/lucene/Request.java. */
export const luceneLine = (words: string, { filter, geo, facets, sort }: Conditions): string =>
  [
    'ask',
    words,
    filter?.section.join('\u001f') ?? '',
    filter?.size.join(',') ?? '',
    geo?.join(',') ?? '',
    facets?.join(',') ?? '',
    sort ?? '',
    COUNTED,
  ].join('\t');

/** Lucene, in a long-running Java program. */
export class LuceneContestant<Q> implements Contestant<Q> {
  readonly name = 'lucene';
  readonly #process: EngineProcess;
  readonly #kind: 'kernel' | 'recipe';
  readonly #lineOf: (question: Q) => string;

  constructor(java: ProcessOptions, kind: 'kernel' | 'recipe', lineOf: (question: Q) => string) {
    this.#process = new EngineProcess('lucene', java);
    this.#kind = kind;
    this.#lineOf = lineOf;
  }

  async load({ words, folder }: LoadOrder): Promise<LoadReport> {
    const index = join(folder, `lucene-${this.#kind}`);
    mkdirSync(index, { recursive: true });
    const [, documents, nanos, segments, bytes] = await this.#process.ask(
      `${this.#kind}\t${words}\t${index}`,
    );
    return {
      documents: Number(documents),
      seconds: Number(nanos) / 1e9,
      segments: Number(segments),
      bytes: Number(bytes),
    };
  }

  async ask(question: Q): Promise<TimedAnswer> {
    return answerOf(await this.#process.ask(this.#lineOf(question)));
  }

  close(): Promise<void> {
    return this.#process.close();
  }
}

/** A query of the kernel level for Lucene. */
export const questionLine = (question: KernelQuestion): string =>
  luceneLine(question.words.join(' '), question);
