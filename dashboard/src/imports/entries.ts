import { CsvRows } from './csv-rows.ts';
import { decodedText, type TextPiece } from './decoded-text.ts';
import { JsonValues } from './json-values.ts';
import type { Layout } from './layout.ts';
import { TextLines } from './text-lines.ts';

/** One document of a file, unparsed. */
export interface Entry {
  /** Its position in the file, from 1; the header row of a CSV file is 0. */
  readonly number: number;
  readonly line: number;
  /** Bytes of the file read when it is complete. Approximate, as bytes are counted per chunk. */
  readonly to: number;
  readonly content: Content;
}

export type Content =
  | { readonly kind: 'cells'; readonly cells: readonly string[] }
  | { readonly kind: 'json'; readonly text: string }
  | { readonly kind: 'too long' };

interface Found {
  readonly line: number;
  readonly end: number;
  readonly content: Content;
}

/** Splits chunks of text into documents. */
interface Splitter {
  push(text: string): Iterable<Found>;
  end(): Iterable<Found>;
}

/** Instead of the iterator helper, which last year's browsers lack. */
function* each<T>(items: Iterable<T>, found: (item: T) => Found): Generator<Found> {
  for (const item of items) yield found(item);
}

const TOO_LONG: Content = { kind: 'too long' };

function csvSplitter(delimiter: string): Splitter {
  const rows = new CsvRows(delimiter);
  const found = ({ line, end, cells }: { line: number; end: number; cells: readonly string[] }): Found => ({
    line,
    end,
    content: { kind: 'cells', cells },
  });
  return {
    push: (text) => each(rows.push(text), found),
    end: () => each(rows.end(), found),
  };
}

const jsonFound = ({ text, line, end }: { text: string | null; line: number; end: number }): Found => ({
  line,
  end,
  content: text === null ? TOO_LONG : { kind: 'json', text },
});

function ndjsonSplitter(): Splitter {
  const lines = new TextLines();
  return { push: (text) => each(lines.push(text), jsonFound), end: () => each(lines.end(), jsonFound) };
}

function jsonSplitter(): Splitter {
  const values = new JsonValues();
  return {
    push: (text) => each(values.push(text), jsonFound),
    end: () => {
      values.end();
      return [];
    },
  };
}

const splitterOf = ({ format, delimiter }: Layout): Splitter => {
  if (format === 'csv') return csvSplitter(delimiter);
  return format === 'ndjson' ? ndjsonSplitter() : jsonSplitter();
};

/**
 * The documents of a file, by chunk. Throws a `FileProblem` where the file cannot be read, after yielding everything before
 * that position.
 */
export async function* entriesOf(file: Blob, layout: Layout): AsyncGenerator<readonly Entry[]> {
  const splitter = splitterOf(layout);
  let number = layout.format === 'csv' ? -1 : 0;
  const entry = ({ line, end, content }: Found, { text, from, to }: TextPiece): Entry => ({
    number: ++number,
    line,
    to: Math.round(from + ((to - from) * end) / Math.max(1, text.length)),
    content,
  });
  // An error within a chunk must not discard the documents before it.
  function* collected(found: Iterable<Found>, piece: TextPiece): Generator<readonly Entry[]> {
    const entries: Entry[] = [];
    let problem: unknown;
    try {
      for (const one of found) entries.push(entry(one, piece));
    } catch (error) {
      problem = error;
    }
    if (entries.length > 0) yield entries;
    if (problem !== undefined) throw problem;
  }
  for await (const piece of decodedText(file, layout.encoding))
    yield* collected(splitter.push(piece.text), piece);
  yield* collected(splitter.end(), { text: '', from: file.size, to: file.size });
}
