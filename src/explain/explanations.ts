import { type Caller, reaches } from '../api/caller.ts';
import type { Credentials } from '../credentials/credentials.ts';
import { texts } from '../error-texts.ts';
import { badRequest } from '../errors.ts';
import { EVERYTHING, type SearchPlan } from '../index/plan.ts';
import { limits } from '../limits.ts';
import { UnionSchema } from '../meta-engines/union-schema.ts';
import type { CurrentHits } from '../search/current-hits.ts';
import { type EngineNames, planJson } from '../search/plan-json.ts';
import { boundsOf } from '../search/restrict.ts';
import { textFields } from '../search/search-plan.ts';
import type { PlannedSearch, Searches } from '../search/searches.ts';
import type { SignedKeysMode } from '../setting-table.ts';
import type { EngineRecord } from '../store/port.ts';
import type { ExplainRequest } from './explain-request.ts';
import { partsJson } from './part-json.ts';
import { stagesOf } from './stages.ts';
import { visibleFields } from './visible-fields.ts';

/** On whose behalf a search is explained. The work ends when the signal aborts. */
interface ExplainContext {
  readonly caller: Caller;
  readonly requestId: string;
  readonly signal: AbortSignal;
}

/** Shows how a search is run, and why a document is where it is in its result. */
export class Explanations {
  readonly #searches: Searches;
  readonly #hits: CurrentHits;
  readonly #credentials: Credentials;
  readonly #mode: SignedKeysMode;

  constructor(searches: Searches, hits: CurrentHits, credentials: Credentials, mode: SignedKeysMode) {
    this.#searches = searches;
    this.#hits = hits;
    this.#credentials = credentials;
    this.#mode = mode;
  }

  async explain(context: ExplainContext, engine: EngineRecord, request: ExplainRequest): Promise<object> {
    const { options, documentId, token } = request;
    const caller = token === null ? context.caller : await this.#signedCaller(context.caller, engine, token);
    return this.#searches.use(caller, engine, options, async (planned) => {
      const { generation, plan, request: search } = planned;
      const names: EngineNames = new Map(generation.engines.map(({ id, name }) => [id, name]));
      const explained =
        documentId === null
          ? {}
          : { explanation: await this.#explanation(planned, caller, names, documentId, context.signal) };
      return {
        meta: {
          alerts: [],
          warnings: [...search.warnings, ...search.boosts.warnings],
          precision: search.precision,
          engine: { name: engine.name, type: engine.type },
          request_id: context.requestId,
        },
        query_string: `GET enterprise-search-engine-${engine.name}/_search`,
        query_body: planJson(plan, names, token === null),
        ...explained,
      };
    });
  }

  /** The caller that a signed search key authenticates: verified as for a request of its own. */
  async #signedCaller({ account }: Caller, engine: EngineRecord, token: string): Promise<Caller> {
    const caller = await this.#credentials.authenticate(account, token);
    if (caller === undefined || caller.restrictions === null) throw badRequest(texts.asNotSigned);
    if (!reaches(caller, engine.name)) throw badRequest(texts.tokenOutOfReach(engine.name));
    return caller;
  }

  async #explanation(
    { generation, plan, request }: PlannedSearch,
    { restrictions }: Caller,
    engines: EngineNames,
    documentId: string,
    signal: AbortSignal,
  ): Promise<object> {
    const { schema } = generation;
    const bounds = boundsOf(restrictions, schema, this.#mode);
    const ref =
      schema instanceof UnionSchema
        ? schema.refOf(documentId)
        : { engineId: generation.engines[0]?.id ?? 0, id: documentId };
    const limit = this.#hits.timeLimit(signal);
    const explain = (one: SearchPlan) =>
      ref && limit.within(generation.explain(one, ref, { signal: limit.signal }));
    const whole = { ...plan, facets: [], offset: 0, limit: limits.searchResults };
    const explanation = await explain(whole);
    if (explanation === undefined) return NOT_THERE;

    const searchable = bounds.searched?.keys() ?? ['id', ...textFields(schema)];
    const elsewhere = {
      ...whole,
      fields: [...searchable].map((name) => ({ name, weight: 1 })),
      limit: 0,
    };
    const isNarrow = elsewhere.fields.length > plan.fields.length && plan.query.kind !== 'everything';
    const matchesElsewhere =
      isNarrow && !explanation.query.matches && (await explain(elsewhere))?.query.matches === true;
    const stages = stagesOf({
      plan,
      explanation,
      hasKeyFilter: bounds.filter !== EVERYTHING,
      matchesElsewhere,
      isVisible: visibleFields(bounds.results),
      engines,
    });
    const last = stages.at(-1);
    const droppedBy = last === undefined || last.passed ? null : last.stage;
    const hasScore = request.showsScores && droppedBy !== 'key_filters';
    return {
      found: droppedBy === null || droppedBy === 'page',
      position: explanation.position,
      dropped_by: droppedBy,
      stages,
      score: hasScore ? explanation.score : null,
      parts: hasScore ? partsJson(explanation.parts, visibleFields(bounds.results)) : [],
    };
  }
}

/** Of a document that no searched engine has. */
const NOT_THERE = {
  found: false,
  position: null,
  dropped_by: 'exists',
  stages: [{ stage: 'exists', passed: false }],
  score: null,
  parts: [],
};
