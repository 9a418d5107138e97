import { parseDocumentJson } from '../../../src/documents/document-json.ts';
import type { FieldType } from '../api/types.ts';
import { type Column, suggestedNames } from './column.ts';
import type { Encoding } from './encoding.ts';
import { type Entry, entriesOf } from './entries.ts';
import { problems } from './file-problem.ts';
import { type Layout, layoutOf } from './layout.ts';
import { fittingTypes } from './proposal.ts';

/** A field as the first documents of a file have it. */
export interface PreviewField {
  readonly source: string;
  readonly suggested: string;
  /** What the first documents have for it, undefined where it is missing. */
  readonly values: readonly unknown[];
  /** Types beyond text that all of them fit. */
  readonly fits: readonly FieldType[];
}

/** What is known of a file before anything is sent. */
export interface Preview {
  readonly layout: Layout;
  readonly fields: readonly PreviewField[];
  /** How many documents were looked at, and whether these are all. */
  readonly sampled: number;
  readonly isWhole: boolean;
}

/** Documents, and bytes, that a preview looks at. */
const SAMPLED = 1_000;
const SAMPLED_BYTES = 4_000_000;

/** Reads the beginning of a file. Throws a `FileProblem` where there is nothing to be had. */
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
    // What stands before the problem is shown; the import comes upon it again and then says so.
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

/** What cannot be read has no fields; the import says why. */
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

/** What becomes of the fields unless somebody chooses otherwise. */
export const columnsOf = ({ fields }: Preview): Column[] =>
  fields.map(({ source, suggested }) => ({ source, target: suggested, imported: true, type: 'text' }));
