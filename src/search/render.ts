import type { SearchOutcome } from '../index/plan.ts';
import { JsonText } from '../json/json-text.ts';
import type { EngineRecord } from '../store/port.ts';
import { pageMeta } from './page.ts';
import type { Profile } from './profile.ts';
import { renderFacets } from './render-facets.ts';
import type { SearchRequest } from './request.ts';

/** Everything a response needs except its results. */
export interface Found {
  readonly request: SearchRequest;
  readonly outcome: SearchOutcome;
  readonly engine: Pick<EngineRecord, 'name' | 'type'>;
  /** By id, the engines that were searched. */
  readonly engines: ReadonlyMap<number, { readonly name: string }>;
  readonly requestId: string;
  readonly profile?: Profile | undefined;
  /** The content of `meta.elasticsearch`. */
  readonly debug?: object | undefined;
}

/** The text of a response before and after its results. */
export interface Frame {
  readonly before: string;
  readonly after: string;
}

/** The response to a search, in the shape of App Search 8; `results` are JSON texts. */
export const renderAnswer = ({ before, after }: Frame, results: readonly string[]): JsonText =>
  new JsonText(before + results.join(',') + after);

/** Renders the frame of a response. It yields after each facet. */
export function* renderFrame(found: Found): Generator<void, Frame> {
  const { request, outcome } = found;
  const facets =
    request.facets === null ? null : yield* renderFacets(request.facets, outcome.facets, found.engines);
  return {
    before: `{"meta":${JSON.stringify(metaOf(found))},"results":[`,
    after: facets === null ? ']}' : `],"facets":${facets}}`,
  };
}

const metaOf = ({ request, outcome, engine, requestId, profile, debug }: Found): object => ({
  alerts: [],
  warnings: [...request.warnings, ...request.boosts.warnings],
  precision: request.precision,
  page: pageMeta(request.page, outcome.total),
  engine: { name: engine.name, type: engine.type },
  request_id: requestId,
  ...(profile !== undefined && { profile: profile.shown(outcome.counters) }),
  ...(debug !== undefined && { elasticsearch: debug }),
});
