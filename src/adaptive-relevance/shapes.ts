import type { JsonSchema } from '../api/route.ts';
import { listShape, named, objectShape, textListShape, textShape, timeShape } from '../api/shapes.ts';
import { limits } from '../limits.ts';
import { SCHEDULE_UNITS, SUGGESTION_STATUSES } from '../store/adaptive-port.ts';
import { DEFAULT_SETTINGS } from './settings-request.ts';

/* The shapes of adaptive relevance in the OpenAPI description. */

const integer = (most: number, value: number): JsonSchema => ({
  type: 'integer',
  minimum: 1,
  maximum: most,
  default: value,
});
const { timeframe, minClicks, scheduleFrequency } = limits.adaptiveRelevance;

const settings: Readonly<Record<string, JsonSchema>> = {
  enabled: { type: 'boolean', default: DEFAULT_SETTINGS.enabled },
  mode: { enum: ['manual', 'automatic'], default: DEFAULT_SETTINGS.mode },
  timeframe: { ...integer(timeframe, DEFAULT_SETTINGS.timeframe), description: 'Days.' },
  max_size: integer(limits.curatedDocuments, DEFAULT_SETTINGS.maxSize),
  min_clicks: integer(minClicks, DEFAULT_SETTINGS.minClicks),
  schedule_frequency: integer(scheduleFrequency, DEFAULT_SETTINGS.scheduleFrequency),
  schedule_unit: { enum: SCHEDULE_UNITS, default: DEFAULT_SETTINGS.scheduleUnit },
};

export const adaptiveSettingsShape: JsonSchema = {
  type: 'object',
  required: ['curation'],
  properties: { curation: { type: 'object', properties: settings } },
};

export const adaptiveSettingsAnswerShape = named(
  'AdaptiveRelevanceSettings',
  objectShape({ curation: objectShape(settings) }),
);

const query: JsonSchema = { type: 'string' };
const type: JsonSchema = { const: 'curation' };
const status: JsonSchema = { enum: SUGGESTION_STATUSES };

export const suggestionShape = named(
  'CurationSuggestion',
  objectShape(
    {
      query,
      type,
      status,
      updated_at: timeShape,
      created_at: timeShape,
      promoted: textListShape,
      operation: { enum: ['create', 'update', 'delete'] },
    },
    { curation_id: textShape, override_manual_curation: { const: true } },
  ),
);

export const suggestionListShape: JsonSchema = {
  type: 'object',
  properties: {
    filters: {
      type: 'object',
      properties: { status: { type: 'array', items: status }, type },
    },
    page: { type: 'object', properties: { current: { type: 'integer' }, size: { type: 'integer' } } },
  },
};

export const statusChangesShape: JsonSchema = {
  type: 'array',
  minItems: 1,
  maxItems: limits.suggestionChanges,
  items: {
    type: 'object',
    required: ['query', 'status'],
    properties: { query, type, status, override_manual_curation: { type: 'boolean' } },
  },
};

/** A change that is refused is repeated as it was sent. */
const refusedChange = objectShape({ query: {}, type: {}, status: {}, errors: textListShape });

export const changedSuggestionsShape = objectShape({
  results: listShape({ anyOf: [suggestionShape, refusedChange] }),
});

export const updateProcessShape = objectShape({ process: objectShape({ type }) });
