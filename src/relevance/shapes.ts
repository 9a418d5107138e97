import type { JsonSchema } from '../api/route.ts';
import { limits } from '../limits.ts';
import { settingsShape } from '../search/shapes.ts';

/* The shapes of judgements and evaluations in the OpenAPI description. */

const query: JsonSchema = { type: 'string', maxLength: limits.judgedQueryLength };
const document_id: JsonSchema = { type: ['string', 'number'] };
const grade: JsonSchema = {
  type: 'integer',
  minimum: 0,
  maximum: limits.highestGrade,
  description: '0: not relevant, 1: slightly, 2: relevant, 3: highly relevant.',
};
const listOfJudgements = (item: JsonSchema): JsonSchema => ({
  type: 'array',
  minItems: 1,
  maxItems: limits.judgementsPerRequest,
  items: item,
});

export const judgementShape: JsonSchema = {
  type: 'object',
  properties: { query, document_id: { type: 'string' }, grade, source: { enum: ['manual', 'clicks'] } },
};

export const judgementsShape: JsonSchema = {
  type: 'object',
  required: ['judgements'],
  properties: {
    judgements: listOfJudgements({
      type: 'object',
      required: ['query', 'document_id', 'grade'],
      properties: { query, document_id, grade },
    }),
  },
};

export const deletionShape: JsonSchema = {
  type: 'object',
  description: 'One of the members.',
  properties: {
    judgements: listOfJudgements({
      type: 'object',
      required: ['query', 'document_id'],
      properties: { query, document_id },
    }),
    query: { ...query, description: 'All judgements of this query.' },
    all: { const: true, description: 'All judgements of the engine.' },
  },
};

export const countShape: JsonSchema = {
  type: 'object',
  properties: { judgements: { type: 'integer' }, queries: { type: 'integer' } },
};

const range = ({
  default: value,
  most,
}: {
  readonly default: number;
  readonly most: number;
}): JsonSchema => ({
  type: 'integer',
  minimum: 1,
  maximum: most,
  default: value,
});

export const clickJudgingShape: JsonSchema = {
  type: 'object',
  properties: {
    days: range(limits.clickJudgements.days),
    min_clicks: range(limits.clickJudgements.minClicks),
  },
};

export const clickJudgementsShape: JsonSchema = {
  type: 'object',
  properties: {
    dry_run: { const: true },
    judgements: { type: 'integer' },
    queries: { type: 'integer' },
    left_out: { type: 'integer', description: 'Queries that the engine cannot have in addition.' },
    results: { type: 'array', maxItems: limits.evaluationEntries, items: judgementShape },
  },
};

export const evaluationShape: JsonSchema = {
  type: 'object',
  properties: {
    k: {
      type: 'integer',
      minimum: 1,
      maximum: limits.evaluatedResults.most,
      default: limits.evaluatedResults.default,
      description: 'How many results of each query count.',
    },
    settings: {
      ...settingsShape,
      description: 'Search settings to compare with the present ones. Sections that are not named stay.',
    },
    synonyms: {
      type: 'array',
      maxItems: limits.synonymSets,
      description: 'Synonym sets to compare with the present ones, which they replace.',
      items: {
        type: 'object',
        required: ['synonyms'],
        properties: { synonyms: { type: 'array', items: { type: 'string' } } },
      },
    },
    queries: { type: 'array', items: query, description: 'Only these judged queries.' },
  },
};

const measure: JsonSchema = { type: ['number', 'null'] };
const measures: JsonSchema = { type: 'object', properties: { ndcg: measure, mrr: measure } };

export const evaluationAnswerShape: JsonSchema = {
  type: 'object',
  properties: {
    k: { type: 'integer' },
    judgements: { type: 'integer' },
    queries: {
      type: 'object',
      properties: { judged: { type: 'integer' }, measured: { type: 'integer' } },
    },
    present: measures,
    proposed: measures,
    change: measures,
    moved: {
      type: 'object',
      properties: {
        better: { type: 'integer' },
        worse: { type: 'integer' },
        results: {
          type: 'array',
          maxItems: limits.evaluationEntries,
          items: {
            type: 'object',
            properties: { query, before: measures, after: measures, change: measures },
          },
        },
      },
    },
    missing_documents: {
      type: 'object',
      properties: {
        total: { type: 'integer' },
        results: {
          type: 'array',
          maxItems: limits.evaluationEntries,
          items: { type: 'object', properties: { query, document_id: { type: 'string' } } },
        },
      },
    },
    results: {
      type: 'array',
      items: {
        type: 'object',
        properties: { query, judgements: { type: 'integer' }, present: measures, proposed: measures },
      },
    },
  },
};
