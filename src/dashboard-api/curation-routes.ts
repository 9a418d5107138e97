import { type DashboardRoute, engineVisit } from '../api/dashboard-route.ts';
import { abortSignalOf, streamJson } from '../api/json-stream.ts';
import { errors } from '../errors.ts';
import { limits } from '../limits.ts';
import { AnswerStream } from '../search/answer-stream.ts';
import type { Searches } from '../search/searches.ts';
import type { StoreReader } from '../store/port.ts';
import { queryKey } from '../tuning/query-key.ts';
import { sessionCaller } from './session-caller.ts';

const ENGINE = '/accounts/:account/engines/:engine';

/** Dashboard-only routes of curations: the curation of a query, and searches without curations. */
export const curationRoutes = ({ tuning }: StoreReader, searches: Searches): DashboardRoute[] => [
  engineVisit({
    method: 'GET',
    path: `${ENGINE}/curation-of`,
    async answer({ engine, params }) {
      const { query = '' } = await params();
      if (typeof query !== 'string') throw errors.mustBe('Query', 'a string');
      const curation = await tuning.curationOf(engine.id, queryKey(query));
      return { id: curation?.id ?? null };
    },
  }),
  engineVisit({
    method: 'POST',
    path: `${ENGINE}/organic-search`,
    bodyLimit: limits.bodies.search,
    async answer({ account, engine, role, session: { person }, params, requestId, reply }) {
      const caller = sessionCaller(person, account, role);
      const context = { caller, requestId, signal: abortSignalOf(reply), ignoresCurations: true };
      // Never recorded, even if the request omits `record_analytics`.
      const options = { ...(await params()), record_analytics: false };
      const answer = await searches.search(context, engine, options);
      return answer instanceof AnswerStream ? streamJson(reply, answer.chunks) : answer;
    },
  }),
];
