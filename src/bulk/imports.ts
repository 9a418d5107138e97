import type { FastifyReply } from 'fastify';
import type { BodyStream } from '../api/body-stream.ts';
import { logThrown } from '../api/error-log.ts';
import { endOf, NDJSON, streamJson } from '../api/json-stream.ts';
import type { answered } from '../api/route.ts';
import { storeRefusal } from '../api/store-refusal.ts';
import type { ValidationResult } from '../documents/batch.ts';
import type { Documents } from '../documents/documents.ts';
import { ApiError, errors } from '../errors.ts';
import { limits } from '../limits.ts';
import type { EngineReader, EngineRecord } from '../store/port.ts';
import { Slots } from '../threads/slots.ts';
import type { Thread } from '../threads/thread.ts';
import { type LineBatch, LineBatches } from './line-batches.ts';
import { SentLines } from './sent-lines.ts';

/** Batches that are parsed, committed or applied at the same time: one of each. */
const AT_ONCE = 3;

/** What happened next: a batch was read, or the body is at its end, or the oldest batch was written. */
type Step =
  | { readonly kind: 'read'; readonly batch: LineBatch | undefined }
  | { readonly kind: 'written'; readonly results: readonly ValidationResult[] };

export interface RunningImport {
  /** Unique in this process. */
  readonly id: number;
  readonly engineId: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Documents with a result so far, accepted or not. */
  done: number;
}

/** Imports of lines of JSON: a body of any length, written batch by batch. */
export class Imports {
  readonly #documents: Documents;
  readonly #engines: Pick<EngineReader, 'byId'>;
  readonly #parser: Pick<Thread, 'call'>;
  readonly #slots = new Slots(limits.imports.running);
  readonly #running = new Set<RunningImport>();
  #lastId = 0;

  constructor(documents: Documents, engines: Pick<EngineReader, 'byId'>, parser: Pick<Thread, 'call'>) {
    this.#documents = documents;
    this.#engines = engines;
    this.#parser = parser;
  }

  /** The imports that this process runs, oldest first. */
  get running(): readonly Readonly<RunningImport>[] {
    return [...this.#running];
  }

  /** Imports a body, and responds with one line per document while it arrives. */
  async answer({ id }: EngineRecord, body: BodyStream, reply: FastifyReply): Promise<typeof answered> {
    const release = this.#slots.tryAcquire();
    if (release === undefined) throw errors.tooManyImports();
    const run: RunningImport = { id: ++this.#lastId, engineId: id, startedAt: Date.now(), done: 0 };
    this.#running.add(run);
    const end = (): void => {
      this.#running.delete(run);
      release();
    };
    const ended = endOf(reply);
    if (ended.aborted) end();
    else ended.addEventListener('abort', end, { once: true });
    const results = this.#results(run, body, reply.server.closing);
    return streamJson(reply, this.#reported(results, reply), NDJSON);
  }

  /** A failure after the first results becomes the last line: the status was sent long ago. */
  async *#reported(results: AsyncGenerator<string, void>, reply: FastifyReply): AsyncGenerator<string, void> {
    let hasResults = false;
    try {
      for await (const lines of results) {
        hasResults = true;
        yield lines;
      }
    } catch (error) {
      if (!hasResults || reply.raw.destroyed) throw error;
      const refusal = error instanceof ApiError ? error : storeRefusal(error);
      if (refusal === undefined) logThrown(error, reply.request, 'import aborted');
      yield `${JSON.stringify((refusal ?? errors.internal()).body)}\n`;
    }
  }

  /** The results of the documents, in order, some at a time. A batch is not committed if one before it failed. */
  async *#results(run: RunningImport, body: BodyStream, stop: AbortSignal): AsyncGenerator<string, void> {
    const { engineId } = run;
    const batches = new LineBatches(body, stop);
    const read = (): Promise<LineBatch | undefined> => {
      const batch = batches.next();
      // Its rejection is seen when the results of earlier batches have been sent.
      batch.catch(() => {});
      return batch;
    };
    const writing: Writing[] = [];
    const failed = new AbortController();
    let reading: Promise<LineBatch | undefined> | undefined = read();
    try {
      while (reading !== undefined || writing.length > 0) {
        const steps: Promise<Step>[] = [];
        const [oldest] = writing;
        if (oldest !== undefined)
          steps.push(oldest.results.then((results) => ({ kind: 'written', results })));
        // A body that cannot be read further fails after the results of what was read.
        if (reading !== undefined && writing.length < AT_ONCE) {
          const next = reading.then((batch): Step => ({ kind: 'read', batch }));
          steps.push(oldest === undefined ? next : settledLater(next));
        }
        const step = await Promise.race(steps);
        if (step.kind === 'written') {
          writing.shift();
          run.done += step.results.length;
          if (step.results.length > 0) yield linesOf(step.results);
        } else if (step.batch === undefined) reading = undefined;
        else {
          writing.push(this.#write(engineId, step.batch, writing.at(-1), failed));
          reading = read();
        }
      }
    } finally {
      failed.abort();
    }
  }

  #write(engineId: number, batch: LineBatch, before: Writing | undefined, failed: AbortController): Writing {
    const lines = new SentLines(batch, this.#parser);
    const write = async (): Promise<readonly ValidationResult[]> => {
      // Parsed while earlier batches are committed; again if one of these changes the schema.
      const engine = await this.#engines.byId(engineId);
      if (engine === undefined) throw errors.noSuchEngine();
      await lines.prepare(engine.schema);
      await before?.begun;
      return this.#documents.replace(engineId, lines, async () => failed.signal.throwIfAborted());
    };
    const results = write();
    results.catch(() => failed.abort());
    return {
      results,
      begun: Promise.race([
        lines.begun,
        results.then(
          () => {},
          () => {},
        ),
      ]),
    };
  }
}

/** A batch that is being written. */
interface Writing {
  readonly results: Promise<readonly ValidationResult[]>;
  /** Resolves when it is its turn to be committed, or when it has failed before. */
  readonly begun: Promise<void>;
}

/** As the promise, but a rejection is left to those who wait for the promise itself. */
const settledLater = <T>(promise: Promise<T>): Promise<T> =>
  promise.catch(() => new Promise<never>(() => {}));

const linesOf = (results: readonly ValidationResult[]): string =>
  results.map((result) => `${JSON.stringify(result)}\n`).join('');
