import type { AppSearchSource } from './app-search-source.ts';
import { DOCUMENTS_PER_REQUEST } from './app-search-source.ts';
import { storedDocuments } from './elasticsearch-documents.ts';
import { chunked, inOrder } from './in-order.ts';
import { filtersOf, partKey } from './part.ts';
import { idsOf } from './part-ids.ts';
import { PartSearch, type SplitField } from './part-search.ts';
import { partsOf, type ReadablePart } from './partition.ts';
import { PARTITION_LIMITS } from './partition-limits.ts';
import type { RemoteService } from './remote-service.ts';
import type { Json, SourceDocument, SourceEngine } from './source-shapes.ts';

/** Requests for documents that run at once. */
const AT_ONCE = 4;

/** What reading an engine comes to. */
export type ReadingStep =
  | { readonly kind: 'documents'; readonly documents: readonly SourceDocument[] }
  /** Documents that the source has, and that need not be read. */
  | { readonly kind: 'known'; readonly ids: readonly string[] }
  /** All documents of a part have been read. */
  | { readonly kind: 'part'; readonly key: string }
  /** The source changed while its list was read: pages have moved, and documents may be missing. */
  | { readonly kind: 'moved' }
  /** Documents of a part that searches do not reach; undefined if their number is unknown. */
  | { readonly kind: 'unreached'; readonly filters: Json; readonly documents: number | undefined };

export interface Reading {
  readonly source: AppSearchSource;
  readonly elasticsearch: RemoteService | undefined;
  readonly engine: SourceEngine;
  readonly schema: Readonly<Record<string, string>>;
  /** Whether the target has a document with this id. */
  readonly isKnown: (id: string) => boolean;
  /** Whether the documents of a part that the target has need not be read again. */
  readonly isDone: (part: string) => boolean;
}

/** The fields that parts can be made by. */
export const splitFields = (schema: Readonly<Record<string, string>>): SplitField[] =>
  Object.entries(schema).flatMap(([name, type]) =>
    type === 'text' || type === 'number' || type === 'date' ? [{ name, type }] : [],
  );

/** The searches through which the parts of an engine are made and listed. */
export async function partSearch(source: AppSearchSource, engine: string): Promise<PartSearch> {
  const pageSize = await source.pageSize(engine);
  return new PartSearch((options) => source.search(engine, options), pageSize, PARTITION_LIMITS);
}

/** Whether an engine has so few documents that all of them can be listed. */
export const isListable = ({ documentCount }: SourceEngine): boolean =>
  documentCount !== undefined && documentCount <= PARTITION_LIMITS.reach;

/** Reads the documents of an engine: from its index, or as a list, or part by part. */
export function readDocuments(reading: Reading): AsyncGenerator<ReadingStep> {
  if (reading.elasticsearch !== undefined) return fromIndex(reading.elasticsearch, reading.engine.name);
  return isListable(reading.engine) && !reading.isDone(LIST) ? fromList(reading) : fromParts(reading);
}

/** Stands for a whole list among the parts. */
const LIST = 'list';

async function* fromIndex(elasticsearch: RemoteService, engine: string): AsyncGenerator<ReadingStep> {
  for await (const documents of storedDocuments(elasticsearch, engine))
    yield { kind: 'documents', documents };
}

async function* fromList({ source, engine: { name } }: Reading): AsyncGenerator<ReadingStep> {
  const first = await source.documentPage(name, 1);
  yield { kind: 'documents', documents: first.documents };
  const others = Array.from({ length: Math.max(0, first.pages - 1) }, (_, i) => i + 2);
  const pages = inOrder(others, AT_ONCE, (page) => source.documentPage(name, page));
  let hasMoved = false;
  for await (const { documents, total } of pages) {
    hasMoved ||= total !== first.total;
    yield { kind: 'documents', documents };
  }
  if (hasMoved) yield { kind: 'moved' };
  yield { kind: 'part', key: LIST };
}

async function* fromParts(reading: Reading): AsyncGenerator<ReadingStep> {
  const { source, engine, schema } = reading;
  const search = await partSearch(source, engine.name);
  const fields = splitFields(schema);
  const options = { engine: engine.name, fields, count: engine.documentCount, limits: PARTITION_LIMITS };
  for await (const part of partsOf(search, options)) {
    const { ids, missing } = await idsOf(search, part, fields, PARTITION_LIMITS);
    yield* fromIds(reading, ids, reading.isDone(partKey(part.part)) || reading.isDone(LIST));
    if (missing !== 0) yield unreached(part, missing);
    yield { kind: 'part', key: partKey(part.part) };
  }
}

const unreached = ({ part }: ReadablePart, documents: number | undefined): ReadingStep => ({
  kind: 'unreached',
  filters: filtersOf(part) ?? {},
  documents,
});

async function* fromIds(
  { source, engine: { name }, isKnown }: Reading,
  ids: ReadonlySet<string>,
  isDone: boolean,
): AsyncGenerator<ReadingStep> {
  const known = isDone ? [...ids].filter(isKnown) : [];
  if (known.length > 0) yield { kind: 'known', ids: known };
  const others = isDone ? [...ids].filter((id) => !isKnown(id)) : ids;
  const chunks = chunked(others, DOCUMENTS_PER_REQUEST);
  for await (const found of inOrder(chunks, AT_ONCE, (some) => source.documents(name, some))) {
    yield { kind: 'documents', documents: found.filter((document) => document !== undefined) };
  }
}
