import { analyzerFor } from '../analysis/language.ts';
import type { Caller } from '../credentials/caller.ts';
import { type Body, type Indexing, shownFields } from '../documents/indexing.ts';
import { errors } from '../errors.ts';
import type { Schema } from '../schema/types.ts';
import type { EngineRecord } from '../store/port.ts';
import type { CurrentHits } from './current-hits.ts';
import type { Options } from './option.ts';
import { Phrases } from './phrases.ts';
import { boundsOf } from './restrict.ts';
import type { SearchSettings } from './searches.ts';
import { parseSuggestionRequest, suggestionPlan } from './suggestion-request.ts';

/**
 * Suggestions of queries, made from the texts of documents that a search for them would find; for a signed key
 * only from documents that pass its filters and from fields that it may search and see.
 */
export class Suggestions {
  readonly #indexing: Indexing;
  readonly #hits: CurrentHits;
  readonly #settings: SearchSettings;

  constructor(indexing: Indexing, hits: CurrentHits, settings: SearchSettings) {
    this.#indexing = indexing;
    this.#hits = hits;
    this.#settings = settings;
  }

  async suggest({ restrictions }: Caller, engine: EngineRecord, options: Options, requestId: string) {
    const generation = this.#indexing.serving(engine.id);
    if (generation === undefined) throw errors.noSuchEngine();
    const { schema, language } = generation;
    const { signedKeys, queryLimit } = this.#settings;
    const bounds = boundsOf(restrictions, schema, signedKeys);
    const request = parseSuggestionRequest(options, restrictions, bounds, schema, queryLimit);

    const phrases = new Phrases(request.query, analyzerFor(language));
    if (!phrases.isEmpty && request.fields.length > 0) {
      const { outcome, documents } = await this.#hits.find(generation, suggestionPlan(request, bounds));
      for (const hit of outcome.hits) {
        const json = documents.get(hit.id)?.json ?? '{}';
        phrases.addDocument(textsOf(JSON.parse(json), request.fields, generation.schema));
      }
    }
    const suggested = phrases.top(request.size).map((suggestion) => ({ suggestion }));
    return { results: { documents: suggested }, meta: { request_id: requestId } };
  }
}

function textsOf(body: Body, fields: readonly string[], schema: Schema): string[] {
  const shown = shownFields(body, schema);
  return fields.flatMap((name) => shown.get(name) ?? []).filter((item) => typeof item === 'string');
}
