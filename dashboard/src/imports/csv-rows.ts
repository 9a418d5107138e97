import { problems } from './file-problem.ts';

export interface CsvRow {
  /** The line in which it begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** The characters of the piece that end with it. */
  readonly end: number;
}

/** Characters of one row. A quotation mark that is never closed must not take the whole file into memory. */
export const LONGEST_ROW = 4_000_000;

const QUOTE = 0x22;
const CR = 0x0d;
const LF = 0x0a;

type State = 'cell begins' | 'plain' | 'quoted' | 'quote in quotes';

/**
 * Rows of a table, from pieces of text that may end anywhere: within a quoted cell, between CR and LF. Knows cells in
 * quotation marks with delimiters, lines and doubled marks in them (RFC 4180), and ends of lines of every kind. Blank
 * lines are passed over; a mark inside a plain cell is a character like others.
 * Cost: one look at each character, one slice per cell.
 */
export class CsvRows {
  readonly #delimiter: number;
  #state: State = 'cell begins';
  #cells: string[] = [];
  /** What earlier pieces, and the marks in this one, have brought of the cell. */
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
    // Where the part of this piece begins that belongs to the cell, and to the row.
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

/** What separates the cells of a table, from its first line: whatever stands there most often outside quotes. */
export function delimiterOf(head: string): string {
  const bare = head.replace(/"(?:[^"]|"")*"?/g, '');
  const [line = ''] = bare.trimStart().split(/[\r\n]/, 1);
  const counts = CANDIDATES.map((character) => line.split(character).length);
  return CANDIDATES[counts.indexOf(Math.max(...counts))] ?? ',';
}
