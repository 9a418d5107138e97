import { type BackupHeader, type BackupValue, KINDS, MOST_CONTENT } from './format.ts';
import { digestOf, frame, preamble } from './frame.ts';

/** Bytes of rows that are collected for a frame. More compress better, but take more memory. */
const FRAME_BYTES = 2 * 2 ** 20;
/** What a frame of rows needs besides them. */
const SPARE = 2 ** 16;

/** Encodes a backup piece by piece: `begin`, then `rows` of one table after another, then `end`. */
export class BackupEncoder {
  readonly #counts = new Map<string, number>();
  #digest: Buffer = Buffer.alloc(0);

  begin(header: BackupHeader): Buffer {
    const first = preamble();
    this.#digest = digestOf(first);
    return Buffer.concat([first, this.#frame(KINDS.header, JSON.stringify(header))]);
  }

  /** Some rows of a table, as one frame or several. */
  *rows(
    table: string,
    columns: readonly string[],
    rows: ReadonlyArray<readonly BackupValue[]>,
  ): Generator<Buffer> {
    const start = `{"table":${JSON.stringify(table)},"columns":${JSON.stringify(columns)},"rows":[`;
    let [texts, bytes]: [string[], number] = [[], 0];
    const flush = (): Buffer => {
      const content = `${start}${texts.join(',')}]}`;
      this.#counts.set(table, (this.#counts.get(table) ?? 0) + texts.length);
      [texts, bytes] = [[], 0];
      return this.#frame(KINDS.rows, content);
    };
    for (const row of rows) {
      const text = JSON.stringify(row);
      const size = Buffer.byteLength(text) + 1;
      if (bytes > 0 && bytes + size > MOST_CONTENT - SPARE) yield flush();
      texts.push(text);
      bytes += size;
      if (bytes >= FRAME_BYTES) yield flush();
    }
    if (texts.length > 0) yield flush();
  }

  /** The last piece; `sign` gives the signature of a digest. */
  end(sign: (digest: Buffer) => string): Buffer {
    const rows = Object.fromEntries(this.#counts);
    return this.#frame(KINDS.end, JSON.stringify({ rows, signature: sign(this.#digest) }));
  }

  #frame(kind: string, content: string): Buffer {
    const { bytes, digest } = frame(kind, content, this.#digest);
    this.#digest = digest;
    return bytes;
  }
}
