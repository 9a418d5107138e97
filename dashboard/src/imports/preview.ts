import { parseDocumentJson } from '../../../src/documents/document-json.ts';
import type { FieldType } from '../api/types.ts';
import { type Column, suggestedNames } from './column.ts';
import type { Encoding } from './encoding.ts';
import { type Entry, entriesOf } from './entries.ts';
import { problems } from './file-problem.ts';
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

/** The preview of a file before the import. */
export interface Preview {
  readonly layout: Layout;
  readonly fields: readonly PreviewField[];
  /** Sample size, and whether the sample is the whole file. */
  readonly sampled: number;
  readonly isWhole: boolean;
}

/** Maximum documents and bytes of a preview. */
const SAMPLED = 1_000;
const SAMPLED_BYTES = 4_000_000;

/** Reads the start of a file. Throws a `FileProblem` if it has no readable documents. */
export async function previewOf(file: Blob, name: string, encoding?: Encoding): Promise<Preview> {
  const layout = await layoutOf(file, name, encoding);
  const sample: Entry[] = [];
  let isWhole = true;
  try {
    for await (const entries of entriesOf(file, layout)) {
      sample.push(...entries);
      if (sample.length > SAMPLED || (entries.at(-1)?.to ?? 0) > SAMPLED_BYTES) {
        isWhole = false;
        break;
      }
    }
  } catch (error) {
    // Show the documents before the error; the import will report it.
    if (sample.length < 2) throw error;
    isWhole = false;
  }
  const documents = sample.filter(({ number }) => number <= SAMPLED);
  if (documents.length === 0) throw problems.noDocuments();
  const fields = layout.format === 'csv' ? tableFields(documents) : jsonFields(documents);
  return { layout, fields, sampled: documents.filter(({ number }) => number > 0).length, isWhole };
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

/** An unreadable document has no fields; the import will report it. */
function documentOf({ content }: Entry): Readonly<Record<string, unknown>> {
  if (content.kind !== 'json') return {};
  try {
    const value = parseDocumentJson(content.text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}

/** The default mapping of columns to fields. */
export const columnsOf = ({ fields }: Preview): Column[] =>
  fields.map(({ source, suggested }) => ({ source, target: suggested, imported: true, type: 'text' }));
