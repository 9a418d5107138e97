import { listAnswer, pageRange, parsePage } from '../api/page.ts';
import { accountRoute, type EngineCall, engineRoute, type Route } from '../api/route.ts';
import {
  anyObjectShape,
  deletedSchema,
  integerShape,
  listOf,
  named,
  objectShape,
  pageParameters,
  textListShape,
  textShape,
} from '../api/shapes.ts';
import { limits } from '../limits.ts';
import type { EngineRecord, Store } from '../store/port.ts';
import { engineJson } from './engine-json.ts';
import { LANGUAGES, parseEngineRequest } from './engine-request.ts';
import type { Engines } from './engines.ts';
import type { SourceChange, SourceEngines } from './source-engines.ts';
import { parseSourceRequest } from './source-request.ts';

const language = { type: ['string', 'null'], enum: [...LANGUAGES, null] };
const sourceNames = { ...textListShape, maxItems: limits.sourceEngines };
const engineSchema = named(
  'Engine',
  objectShape(
    { name: textShape, type: { enum: ['default', 'meta'] }, document_count: integerShape },
    {
      language: { ...language, description: 'Not in meta engines.' },
      index_create_settings_override: { ...anyObjectShape, description: 'Not in meta engines.' },
      source_engines: { ...textListShape, description: 'Only in meta engines.' },
    },
  ),
);
const newEngine = named('NewEngine', {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', pattern: '^[a-z0-9-]+$', maxLength: limits.engineNameLength },
    type: { enum: ['default', 'meta'] },
    source_engines: { ...sourceNames, description: 'The sources of a meta engine.' },
    language,
    index_create_settings_override: anyObjectShape,
  },
});
const PAGE_SIZE = { default: limits.enginesPerPage, most: limits.enginesPerPage };

export const engineRoutes = (engines: Engines, sources: SourceEngines, store: Store): Route[] => {
  const shown = (engine: EngineRecord) => engineJson(store.engines, engine);
  const changeOf = ({ engine, caller, precondition, bodyText, address }: EngineCall): SourceChange => ({
    engine,
    caller,
    precondition,
    names: parseSourceRequest(bodyText, address),
  });
  return [
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
        return listAnswer(page, total, await Promise.all(results.map(shown)));
      },
    }),
    accountRoute({
      method: 'POST',
      path: '/engines',
      operation: {
        id: 'createEngine',
        summary: 'Create an engine',
        body: newEngine,
        answer: engineSchema,
      },
      async answer({ caller, params }) {
        return shown(await engines.create(caller.account.id, parseEngineRequest(await params())));
      },
    }),
    engineRoute({
      method: 'GET',
      path: '/engines/:engine',
      operation: { id: 'getEngine', summary: 'Get an engine', answer: engineSchema },
      answer: ({ engine }) => shown(engine),
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
    engineRoute({
      method: 'POST',
      path: '/engines/:engine/source_engines',
      operation: {
        id: 'addSourceEngines',
        summary: 'Add source engines to a meta engine',
        body: sourceNames,
        answer: engineSchema,
      },
      answer: async (call) => shown(await sources.add(changeOf(call))),
    }),
    engineRoute({
      method: 'DELETE',
      path: '/engines/:engine/source_engines',
      operation: {
        id: 'removeSourceEngines',
        summary: 'Remove source engines from a meta engine',
        body: sourceNames,
        answer: engineSchema,
      },
      answer: async (call) => shown(await sources.remove(changeOf(call))),
    }),
  ];
};
