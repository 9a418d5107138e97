import { analyzerFor } from '../analysis/language.ts';
import type { Indexing } from '../indexing/indexing.ts';
import type { Searchable } from '../indexing/serving-generations.ts';
import type { EngineRecord } from '../store/port.ts';
import { timeSlices } from '../threads/time-slice.ts';
import type { Tunings } from '../tuning/tuning.ts';
import { type Body, typedFields } from '../values/typed-fields.ts';
import type { Schema } from '../values/types.ts';
import type { CurrentHits } from './current-hits.ts';
import { foundOf } from './found.ts';
import type { Options } from './option.ts';
import { Phrases } from './phrases.ts';
import { bodyOf } from './recent-documents.ts';
import { boundsOf } from './restrict.ts';
import type { RequestContext, SearchSettings } from './searches.ts';
import { parseSuggestionRequest, suggestionPlan } from './suggestion-request.ts';

/**
 * Query suggestions, taken from the texts of documents that match the query; for a signed key only from documents that
 * pass its filters and from fields that it may search and see.
 */
export class Suggestions {
  readonly #indexing: Indexing;
  readonly #tunings: Tunings;
  readonly #hits: CurrentHits;
  readonly #settings: SearchSettings;

  constructor(indexing: Indexing, tunings: Tunings, hits: CurrentHits, settings: SearchSettings) {
    this.#indexing = indexing;
    this.#tunings = tunings;
    this.#hits = hits;
    this.#settings = settings;
  }

  suggest(context: RequestContext, engine: EngineRecord, options: Options) {
    return this.#indexing.serving.use(engine, (generation) =>
      this.#suggest(context, engine, generation, options),
    );
  }

  async #suggest(
    { caller, requestId, signal }: RequestContext,
    engine: EngineRecord,
    generation: Searchable,
    options: Options,
  ) {
    const { restrictions } = caller;
    const { schema, language } = generation;
    const { signedKeys, queryLimit } = this.#settings;
    const bounds = boundsOf(restrictions, schema, signedKeys);
    const request = parseSuggestionRequest(
      options,
      restrictions,
      bounds,
      schema,
      queryLimit,
      (await this.#tunings.of(engine)).settings,
    );

    const phrases = new Phrases(request.query, analyzerFor(language));
    if (!phrases.isEmpty && request.fields.length > 0) {
      const plan = suggestionPlan(request, bounds);
      const { pieces } = await this.#hits.find(generation, plan, this.#hits.timeLimit(signal));
      const schemas = await generation.currentSchemas();
      const pause = timeSlices();
      for (const piece of pieces) {
        if (phrases.isComplete) break;
        signal?.throwIfAborted();
        const { hits, documents } = await this.#hits.fetch(piece);
        for (const hit of hits) {
          if (phrases.isComplete) break;
          const document = foundOf(documents, hit);
          const body = document === undefined ? {} : bodyOf(document);
          for (const _ of phrases.addDocument(
            textsOf(body, request.fields, schemas.get(hit.engineId) ?? schema),
          )) {
            const pausing = pause();
            if (pausing === undefined) continue;
            await pausing;
            signal?.throwIfAborted();
          }
        }
      }
    }
    const suggested = phrases.top(request.size).map((suggestion) => ({ suggestion }));
    return { results: { documents: suggested }, meta: { request_id: requestId } };
  }
}

function textsOf(body: Body, fields: readonly string[], schema: Schema): string[] {
  const shown = typedFields(body, schema);
  return fields.flatMap((name) => shown.get(name) ?? []).filter((item) => typeof item === 'string');
}
