import { parseDocumentJson } from '../../../src/documents/document-json.ts';
import { texts } from '../../../src/error-texts.ts';
import { type Column, isUnchanged } from './column.ts';
import type { Entry } from './entries.ts';
import { type JsonProblem, jsonProblem } from './json-problem.ts';

/** A document of a file, ready to be sent. */
export interface ImportDocument {
  readonly id: string;
  readonly json: string;
}
/** Why a document cannot be sent, and its known parts. */
export interface Unsendable {
  readonly id: string;
  readonly message: string;
  readonly json: string | null;
}

export type Prepared = { readonly document: ImportDocument } | { readonly unsendable: Unsendable };

const unsendable = (message: string, json: string | null = null): Prepared => ({
  unsendable: { id: '', message, json },
});

/** Turns entries of a file into documents. `newId` generates missing ids. */
export function preparing(columns: readonly Column[], newId: (number: number) => string) {
  const unchanged = isUnchanged(columns);
  const targets = new Map(columns.map(({ source, target, imported }) => [source, imported ? target : null]));

  const ofCells = (cells: readonly string[], number: number): Prepared => {
    if (cells.length > columns.length && cells.slice(columns.length).some((cell) => cell !== '')) {
      const message = `This row has ${cells.length} values for ${columns.length} columns`;
      return unsendable(message, JSON.stringify(cells));
    }
    const document: Record<string, string> = {};
    for (const [index, { target, imported }] of columns.entries()) {
      const cell = cells[index];
      // An empty cell means no value: an empty string would be rejected as a number or date.
      if (imported && cell !== undefined && cell !== '') document[target] = cell;
    }
    const { id = newId(number), ...fields } = document;
    return { document: { id, json: JSON.stringify({ id, ...fields }) } };
  };

  const ofJson = (text: string, { number, line }: Entry): Prepared => {
    const problem = jsonProblem(text);
    if (problem !== undefined) {
      return unsendable(`This is not JSON: ${problem.message} (${placeOf(problem, line)})`, text);
    }
    let value: unknown;
    try {
      // Parsed as on the server: integers beyond double precision keep their digits.
      value = parseDocumentJson(text);
    } catch {
      return unsendable('This is nested too deeply', text);
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return unsendable(texts.documentNotAnObject, text);
    }
    const sent = unchanged ? (value as Record<string, unknown>) : renamed(value);
    if (sent.id === undefined || sent.id === null) {
      const id = newId(number);
      return { document: { id, json: JSON.stringify({ ...sent, id }) } };
    }
    // The server rejects an id that is neither a string nor a number.
    const id = typeof sent.id === 'object' ? '' : String(sent.id);
    return { document: { id, json: unchanged ? text : JSON.stringify(sent) } };
  };

  const renamed = (value: object): Record<string, unknown> => {
    const entries = Object.entries(value).flatMap(([name, item]) => {
      const target = targets.get(name);
      return target === null ? [] : [[target ?? name, item] as const];
    });
    return Object.fromEntries(entries);
  };

  return (entry: Entry): Prepared => {
    const { content, number } = entry;
    if (content.kind === 'cells') return ofCells(content.cells, number);
    return content.kind === 'json' ? ofJson(content.text, entry) : unsendable(texts.documentTooLarge);
  };
}

/** On the first line of a document, columns count from its start; other lines are given as lines of the file. */
const placeOf = ({ line, column }: JsonProblem, firstLine: number): string =>
  line === 1
    ? `column ${column} of the document`
    : `line ${firstLine + line - 1} of the file, column ${column}`;

/**
 * Generates ids in the server's format: `doc-` and 24 hexadecimal digits. Deterministic within an import, so that a batch
 * that is sent again overwrites itself.
 */
export function idsOfImport(): (number: number) => string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  const hex = (value: number): string => (value >>> 0).toString(16).padStart(8, '0');
  const prefix = `doc-${hex(Math.floor(Date.now() / 1000))}${hex(random)}`;
  return (number) => prefix + hex(number);
}
