import { limits } from '../limits.ts';
import { schemaOf } from '../meta-engines/engine-schema.ts';
import { missingDocuments } from '../meta-engines/missing-documents.ts';
import type { Searches } from '../search/searches.ts';
import { TimeLimit } from '../search/time-limit.ts';
import { changedSettings, namesSections } from '../settings/settings-request.ts';
import type { EngineRecord, JudgementRecord, Store } from '../store/port.ts';
import { yieldToEventLoop } from '../threads/turns.ts';
import type { Tuning, Tunings } from '../tuning/tuning.ts';
import type { EvaluationRequest } from './evaluation-request.ts';
import { type Measures, measuresOf } from './measures.ts';
import { relevanceErrors } from './relevance-error.ts';

/** Judgements that are read, and documents that are looked for, at once. */
const READ_AT_ONCE = 500;

/** The measures of one query; null if no document that exists is relevant. */
export interface EvaluatedQuery {
  readonly query: string;
  readonly judgements: number;
  /** Ids of judged documents that do not exist. They count neither as found nor as missed. */
  readonly missing: readonly string[];
  readonly present: Measures | null;
  /** Undefined if nothing was proposed. */
  readonly proposed: Measures | null | undefined;
}

/** Measures how well the results of an engine agree with its judgements. */
export class Evaluations {
  readonly #store: Store;
  readonly #tunings: Pick<Tunings, 'of'>;
  readonly #searches: Pick<Searches, 'ranking'>;
  readonly #time: number;

  /** `time`: the most milliseconds of an evaluation. */
  constructor(
    store: Store,
    tunings: Pick<Tunings, 'of'>,
    searches: Pick<Searches, 'ranking'>,
    time: number = limits.evaluationTime,
  ) {
    this.#store = store;
    this.#tunings = tunings;
    this.#searches = searches;
    this.#time = time;
  }

  /**
   * Runs every judged query, and again with proposed settings. One search after another in the flow of the request, so
   * that thousands of searches of one caller do not delay those of others. Ends when `signal` aborts or time is up.
   */
  evaluate(
    engine: EngineRecord,
    request: EvaluationRequest,
    signal: AbortSignal,
  ): Promise<readonly EvaluatedQuery[]> {
    const limit = new TimeLimit(signal, this.#time, relevanceErrors.tooLong);
    return limit.within(this.#evaluate(engine, request, limit.signal));
  }

  async #evaluate(
    engine: EngineRecord,
    request: EvaluationRequest,
    signal: AbortSignal,
  ): Promise<readonly EvaluatedQuery[]> {
    const { depth, queries } = request;
    const present = await this.#tunings.of(engine);
    const proposed = await this.#proposed(engine, present, request);
    const judged = await this.#judged(engine, signal);
    if (judged.size === 0) throw relevanceErrors.nothingJudged();
    const unknown = [...(queries ?? [])].filter(([key]) => !judged.has(key));
    if (unknown.length > 0) throw relevanceErrors.notJudged(unknown.map(([, query]) => query));

    const evaluated: EvaluatedQuery[] = [];
    for (const [key, records] of judged) {
      if (queries !== undefined && !queries.has(key)) continue;
      const [{ query }] = records as [JudgementRecord];
      const missing = await this.#missing(engine, records, signal);
      const gone = new Set(missing);
      const existing = records.filter(({ documentId }) => !gone.has(documentId));
      const grades = new Map(existing.map(({ documentId, grade }) => [documentId, grade]));
      const measure = async (tuning: Tuning): Promise<Measures | null> => {
        if (existing.every(({ grade }) => grade === 0)) return null;
        await pause(signal);
        const ranking = await this.#searches.ranking(engine, tuning, { query, size: depth }, signal);
        return measuresOf(ranking, grades, depth);
      };
      evaluated.push({
        query,
        judgements: records.length,
        missing,
        present: await measure(present),
        proposed: proposed && (await measure(proposed)),
      });
    }
    return evaluated;
  }

  /** The proposed tuning; undefined if nothing is. Settings are checked and merged as if they were stored. */
  async #proposed(
    engine: EngineRecord,
    present: Tuning,
    { settings, synonyms }: EvaluationRequest,
  ): Promise<Tuning | undefined> {
    if (settings === undefined && synonyms === undefined) return undefined;
    const schema = await schemaOf(this.#store.engines, engine);
    const isChanged = settings !== undefined && namesSections(settings);
    return {
      ...present,
      ...(isChanged && { settings: changedSettings(settings, schema, present.settings) }),
      ...(synonyms && { synonymSets: synonyms.map((terms, at) => ({ id: `proposed-${at}`, terms })) }),
    };
  }

  /** The judgements of an engine by query key. */
  async #judged(
    { id }: EngineRecord,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, readonly JudgementRecord[]>> {
    const all: JudgementRecord[] = [];
    for (let offset = 0; offset < limits.judgements; offset += READ_AT_ONCE) {
      const { results } = await this.#store.judgements.page(id, null, { offset, limit: READ_AT_ONCE });
      for (const judgement of results) all.push(judgement);
      if (results.length < READ_AT_ONCE) break;
      await pause(signal);
    }
    return Map.groupBy(all, ({ queryKey }) => queryKey);
  }

  async #missing(
    engine: EngineRecord,
    records: readonly JudgementRecord[],
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const missing: string[] = [];
    for (let from = 0; from < records.length; from += READ_AT_ONCE) {
      await pause(signal);
      const ids = records.slice(from, from + READ_AT_ONCE).map(({ documentId }) => documentId);
      for (const id of await missingDocuments(this.#store, engine, ids)) missing.push(id);
    }
    return missing;
  }
}

/** Lets other requests run. */
async function pause(signal: AbortSignal): Promise<void> {
  await yieldToEventLoop();
  signal.throwIfAborted();
}
