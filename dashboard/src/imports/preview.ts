import { parseDocumentJson } from '../../../src/documents/document-json.ts';
import type { FieldType } from '../api/types.ts';
import { type Column, suggestedNames } from './column.ts';
import type { Encoding } from './encoding.ts';
import { type Entry, entriesOf } from './entries.ts';
import { FileProblem, problems } from './file-problem.ts';
import { preparing } from './import-document.ts';
import { type Layout, layoutOf } from './layout.ts';
import { fittingTypes } from './proposal.ts';

/** A field in the first documents of a file. */
export interface PreviewField {
  readonly source: string;
  readonly suggested: string;
  /** Its values in the first documents; undefined where it is missing. */
  readonly values: readonly unknown[];
  /** Types other than text that all values fit. */
  readonly fits: readonly FieldType[];
}

/** A document that cannot be imported. */
export interface Unreadable {
  /** Its position in the file, from 1, and the line on which it starts. */
  readonly number: number;
  readonly line: number;
  readonly message: string;
}

/** The preview of a file before the import. */
export interface Preview {
  readonly layout: Layout;
  readonly fields: readonly PreviewField[];
  /** The number of readable documents in the sample. */
  readonly sampled: number;
  /** Whether the sample is the whole file, or all of it that can be read. */
  readonly isWhole: boolean;
  /** Documents of the sample that cannot be imported. */
  readonly unreadable: readonly Unreadable[];
  /** Why the file cannot be read to its end; null if nothing is known to be wrong. */
  readonly problem: string | null;
}

/** Maximum documents and bytes of a preview. */
const SAMPLED = 1_000;
const SAMPLED_BYTES = 4_000_000;

/** Reads the start of a file. Throws a `FileProblem` if it has no readable documents. */
export async function previewOf(file: Blob, name: string, encoding?: Encoding): Promise<Preview> {
  const layout = await layoutOf(file, name, encoding);
  const sample: Entry[] = [];
  let isWhole = true;
  let problem: string | null = null;
  try {
    for await (const entries of entriesOf(file, layout)) {
      sample.push(...entries);
      if (sample.length > SAMPLED || (entries.at(-1)?.to ?? 0) > SAMPLED_BYTES) {
        isWhole = false;
        break;
      }
    }
  } catch (error) {
    if (sample.length < 2 || !(error instanceof FileProblem)) throw error;
    // The documents before the error can be imported.
    problem = error.message;
  }
  const entries = sample.filter(({ number }) => number <= SAMPLED);
  if (entries.length === 0) throw problems.noDocuments();
  const { readable, unreadable } = separated(entries);
  const sampled = readable.filter(({ number }) => number > 0).length;
  const [first] = unreadable;
  if (sampled === 0 && first !== undefined) throw problems.nothingReadable(first.line, first.message);
  const fields = layout.format === 'csv' ? tableFields(readable) : jsonFields(readable);
  return { layout, fields, sampled, isWhole, unreadable, problem };
}

/** Separates the documents that cannot be imported, with the messages that the import would report. */
function separated(entries: readonly Entry[]) {
  const header = entries.find(({ number }) => number === 0);
  const columns = header === undefined ? [] : cellsOf(header).map((source) => columnOf(source, source));
  const prepare = preparing(columns, () => '');
  const readable: Entry[] = [];
  const unreadable: Unreadable[] = [];
  for (const entry of entries) {
    const prepared = entry === header ? undefined : prepare(entry);
    if (prepared === undefined || 'document' in prepared) readable.push(entry);
    else unreadable.push({ number: entry.number, line: entry.line, message: prepared.unsendable.message });
  }
  return { readable, unreadable };
}

const fieldOf = (source: string, suggested: string, values: readonly unknown[]): PreviewField => ({
  source,
  suggested,
  values,
  fits: suggested === 'id' ? [] : fittingTypes(values),
});

const cellsOf = ({ content }: Entry): readonly string[] => (content.kind === 'cells' ? content.cells : []);

function tableFields([header, ...rows]: readonly Entry[]): PreviewField[] {
  if (header === undefined || rows.length === 0) throw problems.headerOnly();
  const sources = cellsOf(header);
  const suggested = suggestedNames(sources);
  return sources.map((source, index) =>
    fieldOf(
      source,
      suggested[index] ?? source,
      rows.map((row) => cellsOf(row)[index] || undefined),
    ),
  );
}

function jsonFields(entries: readonly Entry[]): PreviewField[] {
  const documents = entries.map(documentOf);
  const sources = [...new Set(documents.flatMap((document) => Object.keys(document)))];
  const suggested = suggestedNames(sources);
  return sources.map((source, index) =>
    fieldOf(
      source,
      suggested[index] ?? source,
      documents.map((document) => (Object.hasOwn(document, source) ? document[source] : undefined)),
    ),
  );
}

const documentOf = ({ content }: Entry): Readonly<Record<string, unknown>> =>
  content.kind === 'json' ? (parseDocumentJson(content.text) as Record<string, unknown>) : {};

const columnOf = (source: string, target: string): Column => ({
  source,
  target,
  imported: true,
  type: 'text',
});

/** The default mapping of columns to fields. */
export const columnsOf = ({ fields }: Preview): Column[] =>
  fields.map(({ source, suggested }) => columnOf(source, suggested));

/** A mapping that was made earlier, if it is for the columns of this file; otherwise the default mapping. */
export function restoredColumns(kept: readonly Column[] | undefined, preview: Preview): readonly Column[] {
  const { fields } = preview;
  const isFor =
    kept?.length === fields.length && kept.every(({ source }, at) => source === fields[at]?.source);
  return isFor ? kept : columnsOf(preview);
}
