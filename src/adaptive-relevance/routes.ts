import { listAnswer, pageRange, parsePage } from '../api/page.ts';
import { type EngineCall, engineRoute, type Method, type Operation, type Route } from '../api/route.ts';
import { listOf, pageParameters } from '../api/shapes.ts';
import { limits } from '../limits.ts';
import type { SuggestionRecord } from '../store/port.ts';
import { tuningRequestOf } from '../tuning/tuning-change.ts';
import { adaptiveErrors } from './adaptive-error.ts';
import type { ChangedSuggestion, CurationSuggestions } from './curation-suggestions.ts';
import { adaptiveSettingsJson, parseAdaptiveSettings } from './settings-request.ts';
import {
  adaptiveSettingsAnswerShape,
  adaptiveSettingsShape,
  changedSuggestionsShape,
  statusChangesShape,
  suggestionListShape,
  suggestionShape,
  updateProcessShape,
} from './shapes.ts';
import { parseStatusChanges, parseSuggestionFilters } from './suggestion-request.ts';
import type { SuggestionUpdates } from './suggestion-updates.ts';

const PATH = '/engines/:engine/adaptive_relevance';

/** A suggestion as the API shows it. */
export const suggestionJson = (suggestion: SuggestionRecord) => ({
  query: suggestion.query,
  type: 'curation',
  status: suggestion.status,
  updated_at: new Date(suggestion.updatedAt).toISOString(),
  created_at: new Date(suggestion.createdAt).toISOString(),
  promoted: suggestion.promoted,
  operation: suggestion.operation,
  ...(suggestion.curationId !== null && { curation_id: suggestion.curationId }),
  ...(suggestion.overridesManual && { override_manual_curation: true }),
});

const changedJson = (changed: ChangedSuggestion) =>
  'suggestion' in changed ? suggestionJson(changed.suggestion) : { ...changed.sent, errors: changed.errors };

/** Clients call these under `/api/as/v0`. */
const route = (
  method: Method,
  path: string,
  operation: Operation,
  answer: (call: EngineCall) => Promise<unknown>,
): Route => engineRoute({ method, path: PATH + path, isInV0: true, operation, answer });

/** Lists can be read by GET and POST. */
const list = (
  path: string,
  { id, ...operation }: Operation,
  answer: (call: EngineCall) => Promise<unknown>,
) => [
  route('GET', path, { ...operation, id, query: pageParameters }, answer),
  route('POST', path, { ...operation, id: `post${id}`, body: suggestionListShape }, answer),
];

export const adaptiveRelevanceRoutes = (
  suggestions: CurationSuggestions,
  updates: Pick<SuggestionUpdates, 'start'>,
): Route[] => [
  route(
    'GET',
    '/settings',
    {
      id: 'getAdaptiveRelevanceSettings',
      summary: 'Get the settings of adaptive relevance',
      answer: adaptiveSettingsAnswerShape,
    },
    async ({ engine }) => adaptiveSettingsJson(await suggestions.settings(engine)),
  ),
  route(
    'PUT',
    '/settings',
    {
      id: 'putAdaptiveRelevanceSettings',
      summary: 'Change settings of adaptive relevance',
      description: 'Members that the body does not name stay.',
      body: adaptiveSettingsShape,
      answer: adaptiveSettingsAnswerShape,
    },
    async (call) => {
      const change = parseAdaptiveSettings(await call.params());
      return adaptiveSettingsJson(await suggestions.changeSettings(tuningRequestOf(call), change));
    },
  ),
  ...list(
    '/suggestions',
    {
      id: 'listAdaptiveRelevanceSuggestions',
      summary: 'List the curations that clicks suggest',
      answer: listOf(suggestionShape),
    },
    async ({ engine, params: read }) => {
      const params = await read();
      const page = parsePage(params, limits.suggestionsPerPage);
      const statuses = parseSuggestionFilters(params);
      const { total, results } = await suggestions.page(engine, statuses, pageRange(page));
      return listAnswer(page, total, results.map(suggestionJson));
    },
  ),
  route(
    'PUT',
    '/suggestions',
    {
      id: 'putAdaptiveRelevanceSuggestions',
      summary: 'Change the statuses of suggestions: apply, automate, reject or disable them',
      description: 'Each change is made or refused on its own; the status is 200 either way.',
      body: statusChangesShape,
      answer: changedSuggestionsShape,
    },
    async (call) => {
      const changed = await suggestions.change(tuningRequestOf(call), parseStatusChanges(call.bodyText));
      return { results: changed.map(changedJson) };
    },
  ),
  ...list(
    '/suggestions/:query',
    {
      id: 'getAdaptiveRelevanceSuggestions',
      summary: 'Get the suggestion of a query',
      answer: listOf(suggestionShape),
    },
    async ({ engine, path, params: read }) => {
      const params = await read();
      const page = parsePage(params, limits.suggestionsPerPage);
      const found = await suggestions.ofQuery(engine, path.query ?? '', parseSuggestionFilters(params));
      return listAnswer(page, 1, page.current === 1 ? [suggestionJson(found)] : []);
    },
  ),
  route(
    'POST',
    '/update_process/:type/refresh',
    {
      id: 'refreshAdaptiveRelevanceUpdateProcess',
      summary: 'Compute suggestions from the clicks until now, in the background',
      answer: updateProcessShape,
    },
    async ({ engine, path: { type } }) => {
      if (type !== 'curation') throw adaptiveErrors.badType();
      updates.start(engine.id);
      return { process: { type } };
    },
  ),
];
