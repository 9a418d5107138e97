import { DataError } from '../store/migrations/migrations.ts';
import { ByteReader } from './byte-reader.ts';
import {
  type BackupHeader,
  DIGEST_BYTES,
  FORMAT,
  FRAME_HEAD_BYTES,
  isEnd,
  isHeader,
  isTableRows,
  KINDS,
  MAGIC,
  PREAMBLE_BYTES,
  type TableRows,
} from './format.ts';
import { contentOf, digestOf, formatOf, frameHead, preamble } from './frame.ts';

/** A backup that is read: `name` completes sentences about it. */
export interface BackupInput {
  readonly name: string;
  /** The bytes from the beginning. */
  chunks(): AsyncIterable<Uint8Array>;
}

/** Parts of a backup, in this order: one header, rows, one end. The digest is what the signature was made of. */
export type BackupPart =
  | { readonly kind: 'header'; readonly header: BackupHeader }
  | ({ readonly kind: 'rows' } & TableRows)
  | {
      readonly kind: 'end';
      readonly digest: Buffer;
      readonly signature: string;
      readonly rows: Readonly<Record<string, number>>;
      readonly bytes: number;
    };

/**
 * The parts of a backup. Each part is checked before it is given; the end is given only if everything before it is there
 * and nothing follows. That nobody has altered the backup is shown by its signature only, which the caller checks.
 */
export async function* readBackup({ name, chunks }: BackupInput): AsyncGenerator<BackupPart, void> {
  const reader = new ByteReader(chunks());
  try {
    yield* new BackupReading(name, reader).parts();
  } finally {
    await reader.close();
  }
}

class BackupReading {
  readonly #name: string;
  readonly #reader: ByteReader;
  readonly #counts = new Map<string, number>();
  #digest: Buffer = Buffer.alloc(0);

  constructor(name: string, reader: ByteReader) {
    this.#name = name;
    this.#reader = reader;
  }

  async *parts(): AsyncGenerator<BackupPart, void> {
    await this.#preamble();
    for (let isFirst = true; ; isFirst = false) {
      const [at, before] = [this.#reader.taken, this.#digest];
      const { kind, value } = await this.#frame();
      if (isFirst !== (kind === KINDS.header)) throw this.#damaged(at);
      if (kind === KINDS.header && isHeader(value)) yield { kind: 'header', header: value };
      else if (kind === KINDS.rows && isTableRows(value)) {
        this.#counts.set(value.table, (this.#counts.get(value.table) ?? 0) + value.rows.length);
        yield { kind: 'rows', ...value };
      } else if (kind === KINDS.end && isEnd(value)) {
        if (!this.#hasCounted(value.rows)) throw this.#damaged(at);
        const bytes = this.#reader.taken;
        if ((await this.#reader.take(1)).length > 0) throw this.#damaged(bytes);
        yield { kind: 'end', digest: before, signature: value.signature, rows: value.rows, bytes };
        return;
      } else throw this.#damaged(at);
    }
  }

  async #preamble(): Promise<void> {
    const bytes = await this.#reader.take(PREAMBLE_BYTES);
    if (bytes.length < PREAMBLE_BYTES && bytes.equals(preamble().subarray(0, bytes.length))) {
      throw this.#incomplete();
    }
    if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) {
      throw new DataError(`${this.#name} is not a Findling backup.`);
    }
    const format = bytes.length === PREAMBLE_BYTES ? formatOf(bytes) : undefined;
    if (format === undefined || format < FORMAT) throw this.#damaged(0);
    if (format > FORMAT) {
      throw new DataError(
        `${this.#name} was written by a newer Findling (backup format ${format}; this one knows ${FORMAT}). Use that version.`,
      );
    }
    this.#digest = digestOf(bytes);
  }

  async #frame(): Promise<{ readonly kind: string; readonly value: unknown }> {
    const at = this.#reader.taken;
    const head = await this.#take(FRAME_HEAD_BYTES);
    const facts = frameHead(head);
    if (facts === undefined) throw this.#damaged(at);
    const stored = await this.#take(facts.stored);
    const digest = await this.#take(DIGEST_BYTES);
    const expected = digestOf(this.#digest, head, stored);
    if (!digest.equals(expected)) throw this.#damaged(at);
    this.#digest = expected;
    const content = contentOf(stored, facts.length);
    if (content === undefined) throw this.#damaged(at);
    try {
      return { kind: facts.kind, value: JSON.parse(content) };
    } catch {
      throw this.#damaged(at);
    }
  }

  async #take(length: number): Promise<Buffer> {
    const bytes = await this.#reader.take(length);
    if (bytes.length < length) throw this.#incomplete();
    return bytes;
  }

  #hasCounted(rows: Readonly<Record<string, number>>): boolean {
    const stated = Object.entries(rows);
    return (
      stated.length === this.#counts.size &&
      stated.every(([table, count]) => this.#counts.get(table) === count)
    );
  }

  #incomplete(): DataError {
    return new DataError(
      `${this.#name} is incomplete: it ends after ${this.#reader.taken} bytes. Use another backup.`,
    );
  }

  #damaged(at: number): DataError {
    return new DataError(
      `${this.#name} is damaged: the part at byte ${at} is not as it was written. Use another backup.`,
    );
  }
}
