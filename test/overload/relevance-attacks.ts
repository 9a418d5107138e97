import { limits } from '../../src/limits.ts';
import { MEDIUM, WRITTEN } from './engines.ts';
import { beyond, many, NOTHING, type Request, within } from './expensive-request.ts';

const judgements = (count: number, document: (at: number) => string) => ({
  judgements: many(count, (at) => ({ query: `red cave ${at}`, document_id: document(at), grade: at % 4 })),
});
const shortIds = (count: number) => judgements(count, (at) => `d${at}`);
const longIds = judgements(limits.judgementsPerRequest, (at) => `${at}${'x'.repeat(790)}`);
const changes = (count: number) =>
  many(count, (at) => ({ query: `lake ${at}`, type: 'curation', status: 'applied' }));
const ONE_AT_A_TIME = { engine: MEDIUM.name, counts: [1] };

/** The judgements of the first request are evaluated by the last ones. */
export const RELEVANCE: Readonly<Record<string, readonly Request[]>> = {
  'PUT /engines/:engine/relevance/judgements': [
    within('1,000 judged queries', shortIds(limits.judgementsPerRequest), { engine: MEDIUM.name }),
    within('1,000 judgements of long ids', longIds, { engine: WRITTEN }),
    beyond('1,001 judgements', shortIds(limits.judgementsPerRequest + 1), { engine: WRITTEN }),
  ],
  'GET /engines/:engine/relevance/judgements': [
    within('largest page', { page: { size: limits.judgementsPerPage.most } }, { engine: MEDIUM.name }),
  ],
  'DELETE /engines/:engine/relevance/judgements': [
    within('1,000 judgements', shortIds(limits.judgementsPerRequest), { engine: WRITTEN }),
    within('all judgements', { all: true }, { engine: WRITTEN }),
    beyond('1,001 judgements', shortIds(limits.judgementsPerRequest + 1), { engine: WRITTEN }),
  ],
  'POST /engines/:engine/relevance/judgements/from_clicks': [
    within('half a year', { days: limits.clickJudgements.days.most, min_clicks: 1 }, { engine: WRITTEN }),
    beyond('too long', { days: limits.clickJudgements.days.most + 1 }, { engine: WRITTEN }),
  ],
  'POST /engines/:engine/relevance/evaluate': [
    within('1,000 judged queries', { k: limits.evaluatedResults.most }, ONE_AT_A_TIME),
    within('1,000 judged queries twice', { settings: { precision: 1 } }, ONE_AT_A_TIME),
    beyond('101 results', { k: limits.evaluatedResults.most + 1 }, { engine: MEDIUM.name }),
  ],

  'GET /engines/:engine/adaptive_relevance/settings': NOTHING,
  'PUT /engines/:engine/adaptive_relevance/settings': [
    beyond('too long a timeframe', {
      curation: { timeframe: limits.adaptiveRelevance.timeframe + 1 },
    }),
  ],
  'GET /engines/:engine/adaptive_relevance/suggestions': [
    within('largest page', { page: { size: limits.suggestionsPerPage.most, current: 100 } }),
  ],
  'POST /engines/:engine/adaptive_relevance/suggestions': [
    within('many statuses', { filters: { status: many(1000, () => 'pending') } }),
  ],
  'PUT /engines/:engine/adaptive_relevance/suggestions': [
    within('100 unknown suggestions', changes(limits.suggestionChanges)),
    beyond('101 suggestions', changes(limits.suggestionChanges + 1)),
  ],
  'GET /engines/:engine/adaptive_relevance/suggestions/:query': NOTHING,
  'POST /engines/:engine/adaptive_relevance/suggestions/:query': NOTHING,
  'POST /engines/:engine/adaptive_relevance/update_process/:type/refresh': NOTHING,
};
