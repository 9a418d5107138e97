import { ApiError, badRequest, errors } from '../errors.ts';
import { limits } from '../limits.ts';
import { written } from '../search/option-error.ts';
import { SCHEDULE_UNITS, SUGGESTION_STATUSES, type SuggestionStatus } from '../store/adaptive-port.ts';

const { timeframe, minClicks, scheduleFrequency } = limits.adaptiveRelevance;
const integer = (most: number): string => `must be an integer between 1 and ${most.toLocaleString('en-US')}`;

/** "a, b, and c" */
const enumerated = (words: readonly string[]): string =>
  `${words.slice(0, -1).join(', ')}, and ${words.at(-1)}`;

/** What is wrong with the settings. */
export const settingTexts = {
  unknownKey: (where: string, key: string): string => `${where} contains invalid key: ${written(key)}`,
  curationMissing: 'Missing required parameter: curation',
  curationNotObject: 'Curation must be an object',
  enabled: 'Curation enabled must be a boolean',
  mode: 'Curation mode must be manual or automatic',
  timeframe: `Curation timeframe ${integer(timeframe)}`,
  max_size: `Curation max_size ${integer(limits.curatedDocuments)}`,
  min_clicks: `Curation min_clicks ${integer(minClicks)}`,
  schedule_frequency: `Curation schedule_frequency ${integer(scheduleFrequency)}`,
  schedule_unit: `Curation schedule_unit must be one of ${SCHEDULE_UNITS.join(', ')}`,
} as const;

/** What is wrong with one change of a list. */
export const suggestionTexts = {
  notAnObject: 'Suggestion must be an object',
  badQuery: 'Query must be a string',
  badType: 'Type must be curation',
  badStatus: `Status must be one of ${SUGGESTION_STATUSES.join(', ')}`,
  badOverride: 'Override manual curation must be a boolean',
  notFound: (query: string): string => `Suggestion not found for query: ${written(query)}`,
  /** As in App Search. */
  badTransition: (current: SuggestionStatus, next: SuggestionStatus): string =>
    `Status '${next}' is not a valid status transition for current status '${current}'. Valid status transitions are ${enumerated(SUGGESTION_STATUSES.filter((status) => status !== current))}`,
  manualCuration: (query: string, id: string): string =>
    `Query ${written(query)} has a curation that was made by hand: ${id}. Send "override_manual_curation": true to replace it`,
} as const;

export const adaptiveErrors = {
  noSuggestion: (query: string): ApiError => new ApiError(404, { errors: [suggestionTexts.notFound(query)] }),
  notAList: (): ApiError => errors.mustBe('Suggestions', 'a non empty array of objects'),
  tooManyChanges: (): ApiError =>
    badRequest(`Cannot exceed ${limits.suggestionChanges} suggestions in a single request`),
  badType: (): ApiError => badRequest(suggestionTexts.badType),
  /** One change of a list; the others are made. */
  invalid: (messages: readonly string[]): ApiError => badRequest(messages),
} as const;
