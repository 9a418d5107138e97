import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadOrder, LoadReport } from './engine.ts';
import { EngineProcess, type ProcessOptions } from './engine-process.ts';
import type { Conditions, Expansions, QueryTree } from './tree.ts';

export interface TimedAnswer {
  readonly total: number;
  readonly ms: number;
  readonly counted: number;
  readonly ids: readonly string[];
}

/** An engine that can be loaded and asked; `Q` is what it is asked. */
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

/** One of the engines that run in Node: a program that speaks as bench/kernel/serve.ts does. */
export class NodeContestant<Q = QueryTree> implements Contestant<Q> {
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

  async expand(word: string, edits: 1 | 2): Promise<Expansions> {
    const [, words] = await this.#process.ask(`expand\t${JSON.stringify({ word, edits })}`);
    return JSON.parse(words as string);
  }

  close(): Promise<void> {
    return this.#process.close();
  }
}

/** A line for bench/kernel/lucene/Request.java. */
export const luceneLine = (
  op: string,
  what: string,
  { filter, geo, facets, sort, cap }: Conditions,
): string =>
  [
    'ask',
    op,
    what,
    filter?.section.join('\u001f') ?? '',
    filter?.size.join(',') ?? '',
    geo?.join(',') ?? '',
    facets?.join(',') ?? '',
    sort ?? '',
    cap ?? 0,
  ].join('\t');

/** Lucene, in our resident Java program. */
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

const NODE_LETTERS = { term: () => 't', prefix: () => 'p', fuzzy: (edits: number) => String(edits) };

/** A tree for Lucene; it has a fuzzy search of its own and needs no expansions. */
export const treeLine = (tree: QueryTree): string => {
  const nodes = tree.nodes.map((node) => {
    if (node.kind === 'expanded') throw new Error('Lucene expands for itself');
    return `${NODE_LETTERS[node.kind](node.kind === 'fuzzy' ? node.edits : 0)}:${node.word}`;
  });
  return luceneLine(tree.op, nodes.join(' '), tree);
};
