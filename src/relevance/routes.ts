import { abortSignalOf } from '../api/json-stream.ts';
import { listAnswer, pageRange, parsePage } from '../api/page.ts';
import { engineRoute, type Route } from '../api/route.ts';
import { integerShape, listOf, objectShape, pageParameters } from '../api/shapes.ts';
import { limits } from '../limits.ts';
import type { EngineRecord, JudgementRecord } from '../store/port.ts';
import { evaluationJson } from './evaluation-json.ts';
import { parseEvaluation } from './evaluation-request.ts';
import type { Evaluations } from './evaluations.ts';
import {
  parseClickJudging,
  parseJudgementDeletion,
  parseJudgements,
  parseQueryFilter,
} from './judgement-request.ts';
import type { Judgements } from './judgements.ts';
import {
  clickJudgementsShape,
  clickJudgingShape,
  countShape,
  deletionShape,
  evaluationAnswerShape,
  evaluationShape,
  judgementShape,
  judgementsShape,
} from './shapes.ts';

const PATH = '/engines/:engine/relevance';
const bodyLimit = limits.bodies.ids;

export const judgementJson = ({ query, documentId, grade, source }: JudgementRecord) => ({
  query,
  document_id: documentId,
  grade,
  source,
});

/** Whether ids of documents have the name of a source engine in front. */
export const hasScopedIds = ({ type }: EngineRecord): boolean => type === 'meta';

export const relevanceRoutes = (judgements: Judgements, evaluations: Evaluations): Route[] => [
  engineRoute({
    method: 'GET',
    path: `${PATH}/judgements`,
    operation: {
      id: 'listJudgements',
      summary: 'List the judgements of an engine: how relevant documents are to queries',
      query: { query: { type: 'string' }, ...pageParameters },
      answer: listOf(judgementShape),
    },
    async answer({ engine, params: read }) {
      const params = await read();
      const page = parsePage(params, limits.judgementsPerPage);
      const { total, results } = await judgements.page(engine, parseQueryFilter(params), pageRange(page));
      return listAnswer(page, total, results.map(judgementJson));
    },
  }),
  engineRoute({
    method: 'PUT',
    path: `${PATH}/judgements`,
    bodyLimit,
    operation: {
      id: 'setJudgements',
      summary: 'Set judgements, all or nothing',
      description:
        'A judgement of the same query and document is replaced; all others stay. The response has the numbers of judgements and judged queries of the engine.',
      body: judgementsShape,
      answer: countShape,
    },
    async answer({ engine, params, precondition }) {
      return judgements.set({ engine, precondition }, parseJudgements(await params(), hasScopedIds(engine)));
    },
  }),
  engineRoute({
    method: 'DELETE',
    path: `${PATH}/judgements`,
    bodyLimit,
    operation: {
      id: 'deleteJudgements',
      summary: 'Delete judgements: a list, those of a query, or all',
      body: deletionShape,
      answer: objectShape({ deleted: integerShape }),
    },
    async answer({ engine, params, precondition }) {
      const deletion = parseJudgementDeletion(await params(), hasScopedIds(engine));
      return { deleted: await judgements.delete({ engine, precondition }, deletion) };
    },
  }),
  engineRoute({
    method: 'POST',
    path: `${PATH}/judgements/from_clicks`,
    operation: {
      id: 'setJudgementsFromClicks',
      summary: 'Replace the judgements that were made from clicks',
      description:
        'Judgements that were made by hand stay. With `dry_run=true` nothing is stored; the response shows what would be.',
      query: { dry_run: { type: 'boolean', default: false } },
      body: clickJudgingShape,
      answer: clickJudgementsShape,
    },
    async answer({ engine, params, address, precondition }) {
      const request = parseClickJudging(await params(), address.dry_run);
      const made = await judgements.setFromClicks({ engine, precondition }, request);
      return {
        ...(request.isDryRun && { dry_run: true }),
        judgements: made.judgements.length,
        queries: made.queries,
        left_out: made.leftOut,
        results: made.judgements.slice(0, limits.evaluationEntries).map(judgementJson),
      };
    },
  }),
  engineRoute({
    method: 'POST',
    path: `${PATH}/evaluate`,
    bodyLimit: limits.bodies.search,
    operation: {
      id: 'evaluateRelevance',
      summary:
        'Measure the results of all judged queries: nDCG and MRR, for the present and for proposed settings and synonyms',
      body: evaluationShape,
      answer: evaluationAnswerShape,
    },
    async answer({ engine, params, reply }) {
      const request = parseEvaluation(await params());
      const evaluated = await evaluations.evaluate(engine, request, abortSignalOf(reply));
      return evaluationJson(request.depth, evaluated);
    },
  }),
];
