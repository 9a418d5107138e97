import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { type Command, type Invocation, print, UsageError } from './command.ts';
import { counted, Progress } from './progress.ts';
import { fileError, ServiceClient, TransferError } from './service-client.ts';

/** How often an export into a file starts over because its documents have changed. */
const STARTS = 3;

const NEWLINE = 10;

export const exportCommand: Command = {
  options: { key: { type: 'string' } },
  async run(invocation) {
    const [engine, file = '-', ...rest] = invocation.positionals;
    if (engine === undefined || rest.length > 0)
      throw new UsageError('Usage: `findling export ENGINE [FILE]`.');
    const client = new ServiceClient(invocation);
    const progress = new Progress();
    try {
      const documents =
        file === '-'
          ? await new Export(client, engine, process.stdout, file, progress).run()
          : await exportToFile(client, engine, file, progress);
      progress.end();
      if (file !== '-') report(invocation, engine, file, documents, progress.seconds);
      return 0;
    } catch (error) {
      progress.end();
      if (!(error instanceof TransferError)) throw error;
      process.stderr.write(`${error.message}\n`);
      return 1;
    }
  },
};

function report(invocation: Invocation, engine: string, file: string, documents: number, time: number): void {
  const seconds = Number(time.toFixed(1));
  print(
    invocation,
    { engine, file, documents, seconds },
    `Exported ${counted(documents)} of ${engine} to ${file} in ${seconds.toFixed(1)} s.`,
  );
}

/** The file has its name only when it is complete. */
async function exportToFile(
  client: ServiceClient,
  engine: string,
  file: string,
  progress: Progress,
): Promise<number> {
  const part = `${file}.part`;
  for (let start = 1; ; start++) {
    const out = createWriteStream(part);
    try {
      const documents = await new Export(client, engine, out, part, progress).run();
      await finished(out.end()).catch((error) => {
        throw fileError(part, error, 'written');
      });
      await rename(part, file);
      return documents;
    } catch (error) {
      out.destroy();
      await rm(part, { force: true });
      const isOutdated = error instanceof TransferError && error.status === 400;
      if (!isOutdated || start === STARTS) throw error;
      progress.line(`${error.message} Starting over.`);
    }
  }
}

/** One export, resumed when the connection breaks. Only complete lines are written. */
class Export {
  readonly #client: ServiceClient;
  readonly #engine: string;
  readonly #out: Writable;
  readonly #progress: Progress;
  #cursor: string | undefined;
  #total: number | undefined;
  #lastLine: Buffer | undefined;
  #documents = 0;
  #writeError: TransferError | undefined;

  constructor(client: ServiceClient, engine: string, out: Writable, file: string, progress: Progress) {
    this.#client = client;
    this.#engine = engine;
    this.#out = out;
    this.#progress = progress;
    out.on('error', (error) => {
      this.#writeError = fileError(file, error, 'written');
    });
  }

  async run(): Promise<number> {
    await this.#client.persist(
      () => this.#attempt(),
      () => this.#documents,
      (why) => this.#progress.line(`${why} Resuming.`),
    );
    return this.#documents;
  }

  async #attempt(): Promise<void> {
    const query = new URLSearchParams();
    if (this.#cursor !== undefined) query.set('cursor', this.#cursor);
    if (this.#lastLine !== undefined) query.set('after', JSON.parse(this.#lastLine.toString()).id);
    const path = `/engines/${encodeURIComponent(this.#engine)}/documents/export?${query}`;
    const outgoing = this.#client.start('GET', path);
    outgoing.end();
    const response = await this.#client.response(outgoing);
    this.#cursor ??= String(response.headers['x-export-cursor']);
    this.#total ??= Number(response.headers['x-export-documents']);
    await this.#receive(response);
  }

  async #receive(response: IncomingMessage): Promise<void> {
    let rest: Buffer = Buffer.alloc(0);
    const chunks = response[Symbol.asyncIterator]();
    for (;;) {
      const { done, value } = await chunks.next().catch((error) => {
        throw this.#client.broken(error);
      });
      if (done) return;
      rest = rest.length === 0 ? value : Buffer.concat([rest, value]);
      const end = rest.lastIndexOf(NEWLINE) + 1;
      if (end > 0) await this.#write(rest.subarray(0, end));
      rest = rest.subarray(end);
    }
  }

  async #write(lines: Buffer): Promise<void> {
    if (!this.#out.write(lines)) await once(this.#out, 'drain').catch(() => {});
    if (this.#writeError !== undefined) throw this.#writeError;
    for (let at = lines.indexOf(NEWLINE); at >= 0; at = lines.indexOf(NEWLINE, at + 1)) this.#documents++;
    this.#lastLine = lines.subarray(lines.lastIndexOf(NEWLINE, lines.length - 2) + 1);
    this.#progress.update(this.#documents, this.#total === 0 ? 1 : this.#documents / (this.#total ?? 1));
  }
}
