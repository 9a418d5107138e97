import { listAnswer, pageRange, parsePage } from '../api/page.ts';
import { accountRoute, engineRoute, type Route } from '../api/route.ts';
import { deletedSchema, listOf, pageParameters } from '../api/shapes.ts';
import { limits } from '../limits.ts';
import type { EngineRecord } from '../store/port.ts';
import { LANGUAGES, parseEngineRequest } from './engine-request.ts';
import type { Engines } from './engines.ts';

const engineJson = (engine: EngineRecord) => ({
  name: engine.name,
  type: 'default',
  language: engine.language,
  index_create_settings_override: engine.createSettings,
  document_count: engine.documentCount,
});

const language = { type: ['string', 'null'], enum: [...LANGUAGES, null] };
const engineSchema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    type: { const: 'default' },
    language,
    index_create_settings_override: { type: 'object' },
    document_count: { type: 'integer' },
  },
};
const PAGE_SIZE = { default: limits.enginesPerPage, most: limits.enginesPerPage };

export const engineRoutes = (engines: Engines): Route[] => [
  accountRoute({
    method: 'GET',
    path: '/engines',
    operation: {
      id: 'listEngines',
      summary: 'List the engines within reach of the key, by name',
      query: pageParameters,
      answer: listOf(engineSchema),
    },
    async answer({ caller, params }) {
      const page = parsePage(await params(), PAGE_SIZE);
      const { total, results } = await engines.page(caller.account.id, caller.engines, pageRange(page));
      return listAnswer(page, total, results.map(engineJson));
    },
  }),
  accountRoute({
    method: 'POST',
    path: '/engines',
    operation: {
      id: 'createEngine',
      summary: 'Create an engine',
      body: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', pattern: '^[a-z0-9-]+$', maxLength: limits.engineNameLength },
          type: { enum: ['default'] },
          language,
          index_create_settings_override: { type: 'object' },
        },
      },
      answer: engineSchema,
    },
    async answer({ caller, params }) {
      return engineJson(await engines.create(caller.account.id, parseEngineRequest(await params())));
    },
  }),
  engineRoute({
    method: 'GET',
    path: '/engines/:engine',
    operation: { id: 'getEngine', summary: 'Get an engine', answer: engineSchema },
    answer: async ({ engine }) => engineJson(engine),
  }),
  engineRoute({
    method: 'DELETE',
    path: '/engines/:engine',
    operation: {
      id: 'deleteEngine',
      summary: 'Delete an engine with all its documents',
      answer: deletedSchema,
    },
    async answer({ engine }) {
      await engines.delete(engine);
      return { deleted: true };
    },
  }),
];
