import { isObject } from '../json/object.ts';
import { RemoteError } from './remote-error.ts';
import type { RemoteService } from './remote-service.ts';
import { type Json, objectIn, type SourceDocument } from './source-shapes.ts';

const PAGE_SIZE = 1000;
const KEEP_ALIVE = '5m';

/** Members of a stored document that are not fields of the engine. */
const INTERNAL = /^(__st_|_|engine_id$|external_id$|id$)/;
/** In earlier versions, such as 7.9, the name of a stored field ends with its type. */
const TYPE_SUFFIX = /\$(string|float|date|location)$/;

/** The index in which App Search keeps the documents of an engine. */
const indexOf = (engine: string): string => `.ent-search-engine-documents-${engine}`;

/**
 * Reads all documents of an engine from its index in Elasticsearch, a page at a time, at one moment: a point in time that
 * the cluster keeps while it is read.
 */
export async function* storedDocuments(
  elasticsearch: RemoteService,
  engine: string,
): AsyncGenerator<SourceDocument[]> {
  const path = `/${encodeURIComponent(indexOf(engine))}/_pit?keep_alive=${KEEP_ALIVE}`;
  let pit = textIn(await elasticsearch.json('POST', path), 'id');
  try {
    for (let after: unknown; ; ) {
      const answer = objectIn(
        await elasticsearch.json('POST', '/_search', {
          size: PAGE_SIZE,
          pit: { id: pit, keep_alive: KEEP_ALIVE },
          query: { match_all: {} },
          sort: [{ _shard_doc: 'asc' }],
          track_total_hits: false,
          ...(after !== undefined && { search_after: after }),
        }),
        'search results',
      );
      const hits = hitsIn(answer);
      if (hits.length === 0) return;
      pit = typeof answer.pit_id === 'string' ? answer.pit_id : pit;
      after = hits.at(-1)?.sort;
      yield hits.map(documentIn);
    }
  } finally {
    // It would expire anyway.
    await elasticsearch.json('DELETE', '/_pit', { id: pit }).catch(() => {});
  }
}

function hitsIn(answer: Json): readonly Json[] {
  const { hits } = objectIn(answer.hits, 'search results');
  if (!Array.isArray(hits) || !hits.every(isObject))
    throw new RemoteError('Elasticsearch responded with no hits.', { status: 0 });
  return hits;
}

/** The document that a hit stands for, with the names that the engine has for its fields. */
export function documentIn({ _id, _source }: Json): SourceDocument {
  const source = objectIn(_source, 'documents');
  // There, `id` is the id of the stored record.
  const id = String(source.external_id ?? source.id ?? _id);
  const fields = Object.entries(source)
    .filter(([name]) => !INTERNAL.test(name))
    .map(([name, value]) => [name.replace(TYPE_SUFFIX, ''), value]);
  return { id, ...Object.fromEntries(fields) };
}

function textIn(answer: unknown, member: string): string {
  const text = objectIn(answer, 'a point in time')[member];
  if (typeof text !== 'string')
    throw new RemoteError('Elasticsearch opened no point in time.', { status: 0 });
  return text;
}
