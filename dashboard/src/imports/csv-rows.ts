import { problems } from './file-problem.ts';

export interface CsvRow {
  /** The line on which it starts, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Offset of its end in the chunk, in characters. */
  readonly end: number;
}

/** Maximum length of a row, in characters, so that an unclosed quotation mark does not load the whole file into memory. */
export const LONGEST_ROW = 4_000_000;

const QUOTE = 0x22;
const CR = 0x0d;
const LF = 0x0a;

type State = 'cell begins' | 'plain' | 'quoted' | 'quote in quotes';

/**
 * A streaming CSV parser (RFC 4180). Chunks may end anywhere: within a quoted cell, between CR and LF. Accepts all line
 * endings and quoted cells with delimiters, line breaks and doubled quotation marks. Skips blank lines; a quotation mark
 * inside an unquoted cell is an ordinary character.
 * Cost: one test per character, one slice per cell.
 */
export class CsvRows {
  readonly #delimiter: number;
  #state: State = 'cell begins';
  #cells: string[] = [];
  /** The part of the cell before the current slice: from earlier chunks and before doubled quotation marks. */
  #cell = '';
  #wasQuoted = false;
  #afterCr = false;
  #length = 0;
  #line = 1;
  #began = 1;

  constructor(delimiter: string) {
    this.#delimiter = delimiter.charCodeAt(0);
  }

  *push(text: string): Generator<CsvRow> {
    // Offsets in this chunk where the current cell and the current row start.
    let from = 0;
    let rowFrom = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (this.#afterCr) {
        this.#afterCr = false;
        if (code === LF) {
          from = at + 1;
          continue;
        }
      }
      if (this.#state === 'quoted') {
        if (code === QUOTE) {
          this.#cell += text.slice(from, at);
          this.#state = 'quote in quotes';
        } else if (code === LF) this.#line++;
        continue;
      }
      if (this.#state === 'quote in quotes' && code === QUOTE) {
        from = at;
        this.#state = 'quoted';
        continue;
      }
      const ends = code === this.#delimiter || code === LF || code === CR;
      if (!ends) {
        if (this.#state === 'cell begins' && code === QUOTE) {
          this.#state = 'quoted';
          this.#wasQuoted = true;
          from = at + 1;
        } else if (this.#state !== 'plain') {
          from = at;
          this.#state = 'plain';
        }
        continue;
      }
      if (this.#state === 'plain') this.#cell += text.slice(from, at);
      this.#endCell();
      from = at + 1;
      if (code === this.#delimiter) continue;
      this.#afterCr = code === CR;
      const row = this.#endRow(at + 1);
      rowFrom = at + 1;
      this.#line++;
      this.#began = this.#line;
      if (row !== undefined) yield row;
    }
    if (this.#state === 'plain' || this.#state === 'quoted') this.#cell += text.slice(from);
    this.#length += text.length - rowFrom;
    if (this.#length > LONGEST_ROW) throw this.#tooLong();
  }

  *end(): Generator<CsvRow> {
    if (this.#state === 'quoted') throw problems.openQuote(this.#began);
    if (this.#state === 'cell begins' && this.#cells.length === 0) return;
    this.#endCell();
    const row = this.#endRow(0);
    if (row !== undefined) yield row;
  }

  #endCell(): void {
    this.#cells.push(this.#cell);
    this.#cell = '';
    this.#state = 'cell begins';
  }

  #endRow(end: number): CsvRow | undefined {
    const isBlank = this.#cells.length === 1 && this.#cells[0]?.trim() === '' && !this.#wasQuoted;
    const row = isBlank ? undefined : { line: this.#began, cells: this.#cells, end };
    this.#cells = [];
    this.#wasQuoted = false;
    this.#length = 0;
    return row;
  }

  #tooLong() {
    return this.#state === 'quoted' ? problems.openQuote(this.#began) : problems.endlessRow(this.#began);
  }
}

const CANDIDATES = [',', ';', '\t', '|'];

/** The delimiter: the candidate that occurs most often outside quotation marks in the first line. */
export function delimiterOf(head: string): string {
  const bare = head.replace(/"(?:[^"]|"")*"?/g, '');
  const [line = ''] = bare.trimStart().split(/[\r\n]/, 1);
  const counts = CANDIDATES.map((character) => line.split(character).length);
  return CANDIDATES[counts.indexOf(Math.max(...counts))] ?? ',';
}
