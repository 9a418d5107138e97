import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { messageIn } from '../api/error-messages.ts';
import { NDJSON } from '../api/json-stream.ts';
import { type Command, print, UsageError } from './command.ts';
import { type Line, LineReader } from './line-reader.ts';
import { counted, Progress } from './progress.ts';
import { fileError, ServiceClient, TransferError } from './service-client.ts';

/** Bytes of lines that may be sent ahead of their results: they are kept, to be sent again if the connection breaks. */
const MOST_UNCONFIRMED = 8 * 1_048_576;

export const importCommand: Command = {
  options: { key: { type: 'string' } },
  async run(invocation) {
    const [engine, file, ...rest] = invocation.positionals;
    if (engine === undefined || file === undefined || rest.length > 0) {
      throw new UsageError('Usage: `findling import ENGINE FILE`, with - for standard input.');
    }
    const client = new ServiceClient(invocation);
    const progress = new Progress();
    const source = await sourceOf(file);
    const importing = new Import(client, engine, source, progress);
    let failure: TransferError | undefined;
    try {
      await importing.run();
    } catch (error) {
      if (!(error instanceof TransferError)) throw error;
      failure = error;
    } finally {
      progress.end();
      source.stream.destroy();
    }
    const { imported, refused } = importing;
    const seconds = Number(progress.seconds.toFixed(1));
    const ofRefused = refused === 0 ? '' : ` ${counted(refused)} refused.`;
    print(
      invocation,
      { engine, imported, refused, seconds },
      `Imported ${counted(imported)} into ${engine} in ${seconds.toFixed(1)} s.${ofRefused}`,
    );
    if (failure !== undefined) process.stderr.write(`${failure.message}\n`);
    return failure === undefined && refused === 0 ? 0 : 1;
  },
};

interface Source {
  readonly name: string;
  readonly stream: Readable;
  /** The share that has been read, undefined if the size is unknown. */
  readonly share: () => number | undefined;
}

async function sourceOf(file: string): Promise<Source> {
  if (file === '-') return { name: file, stream: process.stdin, share: () => undefined };
  const { size } = await stat(file).catch((error) => {
    throw new UsageError(fileError(file, error, 'read').message);
  });
  const stream = createReadStream(file);
  const share = () => (size === 0 ? 1 : Math.min(1, stream.bytesRead / size));
  if (!file.endsWith('.gz')) return { name: file, stream, share };
  const inflated = stream.pipe(createGunzip());
  stream.once('error', (error) => inflated.destroy(error));
  return { name: file, stream: inflated, share };
}

/** One import, resumed when the connection breaks: lines without a result are sent again. */
class Import {
  readonly #client: ServiceClient;
  readonly #engine: string;
  readonly #lines: LineReader;
  readonly #source: Source;
  readonly #progress: Progress;
  /** Lines that are being read. A connection that breaks meanwhile leaves them to the next one. */
  #reading: Promise<readonly Line[] | undefined> | undefined;
  /** Lines without a result, in order. */
  #unconfirmed: Line[] = [];
  #unconfirmedBytes = 0;
  /** How many of them have a result since they were last removed from the list. */
  #confirmed = 0;
  #isRead = false;
  #readError: TransferError | undefined;
  imported = 0;
  refused = 0;

  constructor(client: ServiceClient, engine: string, source: Source, progress: Progress) {
    this.#client = client;
    this.#engine = engine;
    this.#lines = new LineReader(source.stream);
    this.#source = source;
    this.#progress = progress;
  }

  run(): Promise<void> {
    return this.#client.persist(
      () => this.#attempt(),
      () => this.imported + this.refused,
      (why) => this.#progress.line(`${why} Resuming.`),
    );
  }

  async #attempt(): Promise<void> {
    const path = `/engines/${encodeURIComponent(this.#engine)}/documents`;
    const outgoing = this.#client.start('POST', path, { 'content-type': NDJSON });
    const over = new AbortController();
    this.#send(outgoing, over.signal).catch((error) => {
      this.#readError = error instanceof TransferError ? error : fileError(this.#source.name, error, 'read');
      outgoing.destroy(error);
    });
    try {
      await this.#receive(await this.#client.response(outgoing));
    } catch (error) {
      throw this.#readError ?? error;
    } finally {
      over.abort();
      outgoing.destroy();
    }
    if (this.#confirmed < this.#unconfirmed.length || !this.#isRead) {
      throw new TransferError('The service ended the import before all lines were sent.');
    }
  }

  async #send(outgoing: ClientRequest, over: AbortSignal): Promise<void> {
    this.#removeConfirmed();
    await this.#write(outgoing, this.#unconfirmed, over);
    for (;;) {
      while (this.#unconfirmedBytes > MOST_UNCONFIRMED && !over.aborted) await pause();
      if (!this.#isRead) this.#reading ??= this.#lines.next();
      const lines = await this.#reading;
      if (over.aborted) return;
      this.#reading = undefined;
      if (lines === undefined) {
        this.#isRead = true;
        outgoing.end();
        return;
      }
      this.#removeConfirmed();
      for (const line of lines) {
        this.#unconfirmed.push(line);
        this.#unconfirmedBytes += line.bytes.length;
      }
      await this.#write(outgoing, lines, over);
    }
  }

  async #write(outgoing: ClientRequest, lines: readonly Line[], over: AbortSignal): Promise<void> {
    if (lines.length === 0 || over.aborted || outgoing.destroyed) return;
    if (outgoing.write(Buffer.concat(lines.map(({ bytes }) => bytes)))) return;
    await drained(outgoing);
  }

  async #receive(response: IncomingMessage): Promise<void> {
    const results = new LineReader(response);
    for (;;) {
      const lines = await results.next().catch((error) => {
        throw this.#client.broken(error);
      });
      if (lines === undefined) return;
      for (const { bytes } of lines) this.#confirm(bytes.toString());
      this.#progress.update(this.imported + this.refused, this.#source.share());
    }
  }

  #confirm(text: string): void {
    const result = JSON.parse(text) as { readonly id?: string; readonly errors: readonly string[] };
    if (result.id === undefined) throw new TransferError(messageIn(text) ?? text);
    const line = this.#unconfirmed[this.#confirmed++];
    if (line === undefined) throw new TransferError('The service sent more results than there are lines.', 0);
    this.#unconfirmedBytes -= line.bytes.length;
    if (result.errors.length === 0) {
      this.imported++;
      return;
    }
    this.refused++;
    // The service counts the lines of this connection.
    const messages = result.errors.map((message) => message.replace(/^Line \d+ /, ''));
    this.#progress.line(`Line ${line.number}${result.id && ` (${result.id})`}: ${messages.join('; ')}`);
  }

  #removeConfirmed(): void {
    this.#unconfirmed = this.#unconfirmed.slice(this.#confirmed);
    this.#confirmed = 0;
  }
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

/** Resolves when a request takes more bytes, or is over. */
const drained = (outgoing: ClientRequest): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      outgoing.off('drain', end).off('close', end);
      resolve();
    };
    outgoing.once('drain', end).once('close', end);
  });
