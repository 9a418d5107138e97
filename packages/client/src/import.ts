import { FindlingError, messagesIn } from './error.ts';
import type { ImportReport, RefusedLine } from './import-report.ts';
import { readLines } from './lines.ts';
import type { CallOptions, Transport } from './transport.ts';

export interface ImportOptions extends CallOptions {
  /** Called after each request with what has become of the lines so far. */
  readonly onProgress?: ((report: ImportReport) => void) | undefined;
  /** Called for each line that the service refuses. */
  readonly onRefused?: ((refused: RefusedLine) => void) | undefined;
}

/** Documents, or lines of JSON. */
export type ImportSource<Document> = Iterable<Document | string> | AsyncIterable<Document | string>;

/** A line of a request, and its number among all. */
interface Line {
  readonly number: number;
  readonly text: string;
}

/**
 * Most lines and characters of a request, but for its last line. A browser receives nothing of a response while it sends,
 * so the results of a request must fit into the buffers of the connection.
 */
const MOST_LINES = 2000;
const MOST_CHARACTERS = 1_000_000;
/** Refused lines that a report keeps. */
const MOST_REFUSALS = 100;

/**
 * Imports documents, in requests of some thousand lines, one after the other. Request bodies that are streams would need
 * HTTP/2 in Chromium, do not exist in other browsers, and could not be repeated. The next lines are read from the source
 * while the service stores the ones before, and no further.
 */
export async function importDocuments(
  transport: Transport,
  engine: string,
  source: ImportSource<unknown>,
  options: ImportOptions,
): Promise<ImportReport> {
  const importing = new Import(transport, engine, options);
  const reader = new LineReader(source);
  try {
    let lines = await unlessAborted(reader.next(), options.signal);
    while (lines.length > 0) {
      const next = reader.next();
      // Its rejection is seen below, when the lines before it are stored.
      next.catch(() => {});
      await importing.send(lines);
      lines = await unlessAborted(next, options.signal);
    }
    return { ...importing.report, lines: reader.count };
  } catch (error) {
    reader.end();
    if (error instanceof FindlingError) error.report = importing.report;
    throw error;
  }
}

/** The outcome of a promise; rejects with the reason of the signal if it aborts first. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  let abort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Reads the lines of one request after the other from a source. */
class LineReader {
  readonly #source: Iterator<unknown> | AsyncIterator<unknown>;
  /** Lines so far, blank ones included. */
  count = 0;

  constructor(source: ImportSource<unknown>) {
    this.#source =
      Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
  }

  /** The lines of the next request; empty at the end. */
  async next(): Promise<readonly Line[]> {
    const lines: Line[] = [];
    let characters = 0;
    while (lines.length < MOST_LINES && characters < MOST_CHARACTERS) {
      const { done, value } = await this.#source.next();
      if (done) break;
      const line = this.#line(value);
      if (line === undefined) continue;
      lines.push(line);
      characters += line.text.length;
    }
    return lines;
  }

  #line(item: unknown): Line | undefined {
    const number = ++this.count;
    const text = typeof item === 'string' ? item.trim() : JSON.stringify(item);
    if (text === undefined) throw new TypeError(`Document ${number} cannot be written as JSON.`);
    if (text.includes('\n')) throw new TypeError(`Line ${number} has a line break in it.`);
    return text === '' ? undefined : { number, text };
  }

  /** Lets the source clean up. Not awaited: a source that waits for its next item would hold up the error. */
  end(): void {
    Promise.resolve(this.#source.return?.()).catch(() => {});
  }
}

/** Sends lines and counts their results. */
class Import {
  readonly #transport: Transport;
  readonly #engine: string;
  readonly #options: ImportOptions;
  readonly #refusals: RefusedLine[] = [];
  #imported = 0;
  #refused = 0;
  #lines = 0;

  constructor(transport: Transport, engine: string, options: ImportOptions) {
    this.#transport = transport;
    this.#engine = engine;
    this.#options = options;
  }

  get report(): ImportReport {
    return {
      imported: this.#imported,
      refused: this.#refused,
      refusals: [...this.#refusals],
      lines: this.#lines,
    };
  }

  async send(lines: readonly Line[]): Promise<void> {
    const { response, watch } = await this.#transport.open(
      {
        operation: 'indexDocuments',
        path: { engine: this.#engine },
        body: `${lines.map(({ text }) => text).join('\n')}\n`,
        mediaType: 'application/x-ndjson',
        // A document without an id would be stored twice.
        isRepeatable: () => lines.every(({ text }) => hasId(text)),
      },
      this.#options,
    );
    let received = 0;
    if (response.body !== null) {
      for await (const result of readLines(response.body, (read) => watch.during(read)))
        this.#count(lines[received++], result);
    }
    if (received < lines.length) throw new FindlingError('The service ended the import before its end.');
    this.#options.onProgress?.(this.report);
  }

  #count(line: Line | undefined, text: string): void {
    const result = JSON.parse(text) as { readonly id?: string; readonly errors: readonly string[] };
    if (result.id === undefined || line === undefined) {
      // The last line of a response says why the import could not go on.
      const messages = messagesIn(result);
      throw new FindlingError(messages.join(' '), { status: 200, messages, body: result });
    }
    this.#lines = line.number;
    if (result.errors.length === 0) {
      this.#imported++;
      return;
    }
    this.#refused++;
    // The service counts the lines of one request.
    const errors = result.errors.map((message) => message.replace(/^Line \d+ /, `Line ${line.number} `));
    const refused = { line: line.number, id: result.id, errors };
    if (this.#refusals.length < MOST_REFUSALS) this.#refusals.push(refused);
    this.#options.onRefused?.(refused);
  }
}

function hasId(text: string): boolean {
  try {
    return (JSON.parse(text) as { readonly id?: unknown } | null)?.id != null;
  } catch {
    // It is refused every time.
    return true;
  }
}
