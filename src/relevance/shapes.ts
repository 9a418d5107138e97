import type { JsonSchema } from '../api/route.ts';
import { integerShape, listShape, named, objectShape, textListShape, textShape } from '../api/shapes.ts';
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

export const judgementShape = named(
  'Judgement',
  objectShape({ query, document_id: textShape, grade, source: { enum: ['manual', 'clicks'] } }),
);

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

export const countShape = named(
  'JudgementCount',
  objectShape({ judgements: integerShape, queries: integerShape }),
);

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

export const clickJudgementsShape = named(
  'ClickJudgements',
  objectShape(
    {
      judgements: integerShape,
      queries: integerShape,
      left_out: { type: 'integer', description: 'Queries that the engine cannot have in addition.' },
      results: { type: 'array', maxItems: limits.evaluationEntries, items: judgementShape },
    },
    { dry_run: { const: true } },
  ),
);

export const evaluationShape = named('EvaluationRequest', {
  type: 'object',
  description:
    'Search settings and synonym sets are compared with the present ones. Sections of the settings that are not named stay; the synonym sets replace the present ones.',
  properties: {
    k: {
      type: 'integer',
      minimum: 1,
      maximum: limits.evaluatedResults.most,
      default: limits.evaluatedResults.default,
      description: 'How many results of each query count.',
    },
    settings: settingsShape,
    synonyms: {
      type: 'array',
      maxItems: limits.synonymSets,
      items: { type: 'object', required: ['synonyms'], properties: { synonyms: textListShape } },
    },
    queries: { type: 'array', items: query, description: 'Only these judged queries.' },
  },
});

const measure: JsonSchema = { type: ['number', 'null'] };
const measures = named('Measures', objectShape({ ndcg: measure, mrr: measure }));
const entries = (items: JsonSchema): JsonSchema => ({
  type: 'array',
  maxItems: limits.evaluationEntries,
  items,
});

export const evaluationAnswerShape = named(
  'Evaluation',
  objectShape(
    {
      k: integerShape,
      judgements: integerShape,
      queries: objectShape({ judged: integerShape, measured: integerShape }),
      present: measures,
      missing_documents: objectShape({
        total: integerShape,
        results: entries(objectShape({ query, document_id: textShape })),
      }),
      results: listShape(
        objectShape({ query, judgements: integerShape, present: measures }, { proposed: measures }),
      ),
    },
    {
      proposed: measures,
      change: measures,
      moved: objectShape({
        better: integerShape,
        worse: integerShape,
        results: entries(objectShape({ query, before: measures, after: measures, change: measures })),
      }),
    },
  ),
);
