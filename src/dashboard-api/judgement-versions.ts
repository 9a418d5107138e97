import { listAnswer } from '../api/page.ts';
import { errors } from '../errors.ts';
import { limits } from '../limits.ts';
import { parseJudgementDeletion, parseJudgements, parseQueryFilter } from '../relevance/judgement-request.ts';
import { hasScopedIds, judgementJson } from '../relevance/routes.ts';
import type { EngineRecord, StoreReader } from '../store/port.ts';
import {
  ABSENT,
  type SessionApiRequest,
  type SessionApiRoute,
  type Versioned,
  versionHash,
} from './versioned.ts';

export const JUDGEMENTS_PATH = '/engines/:engine/relevance/judgements';

/** The judgements of one query, which is what a person edits; undefined for a list of all. */
export async function judgementsVersioned(
  store: StoreReader,
  engine: EngineRecord,
  { method }: SessionApiRoute,
  request: SessionApiRequest,
): Promise<Versioned | undefined> {
  // Without If-Match, a write needs no version; skipping it avoids parsing the body.
  if (method !== 'GET' && request.version === undefined) return undefined;
  const queryKey = await judgedQuery(engine, method, request);
  if (queryKey === null) return undefined;
  return {
    async version({ judgements }) {
      const { results } = await judgements.page(engine.id, queryKey, { offset: 0, limit: limits.judgements });
      const grades = results.map(({ documentId, grade, source }) => [documentId, grade, source]);
      return grades.length === 0 ? ABSENT : versionHash(engine.id, grades);
    },
    async current() {
      const size = limits.judgementsPerPage.most;
      const { total, results } = await store.judgements.page(engine.id, queryKey, { offset: 0, limit: size });
      return listAnswer({ current: 1, size }, total, results.map(judgementJson));
    },
  };
}

/** The key of the query that a request concerns. A read may concern all; a write with a version may not. */
async function judgedQuery(
  engine: EngineRecord,
  method: string,
  request: SessionApiRequest,
): Promise<string | null> {
  const params = await request.params();
  if (method === 'GET') return parseQueryFilter(params);
  if (method === 'PUT') return onlyQuery(parseJudgements(params, hasScopedIds(engine)));
  const deletion = parseJudgementDeletion(params, hasScopedIds(engine));
  if (deletion.kind === 'all') throw errors.oneJudgedQueryOnly();
  return deletion.kind === 'query' ? deletion.queryKey : onlyQuery(deletion.pairs);
}

function onlyQuery(judgements: ReadonlyArray<{ readonly queryKey: string }>): string {
  const [key, ...others] = new Set(judgements.map(({ queryKey }) => queryKey));
  if (key === undefined || others.length > 0) throw errors.oneJudgedQueryOnly();
  return key;
}
