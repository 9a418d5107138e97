import { listAnswer, pageRange, parsePage } from '../api/page.ts';
import { type EngineCall, engineRoute, type JsonSchema, type Route } from '../api/route.ts';
import { deletedSchema, listOf, named, objectShape, pageParameters, textShape } from '../api/shapes.ts';
import { limits } from '../limits.ts';
import type { CurationRecord } from '../store/port.ts';
import { tuningRequestOf } from '../tuning/tuning-change.ts';
import { parseCuration } from './curation-request.ts';
import type { Curations } from './curations.ts';

const PATH = '/engines/:engine/curations';
const PAGE_SIZE = { default: limits.tuningPerPage, most: limits.tuningPerPage };
/** Has room for two full lists of the longest ids. */
const bodyLimit = limits.bodies.ids;

/** A curation as the API shows it. */
export const curationJson = ({ id, queries, promoted, hidden }: CurationRecord) => ({
  id,
  queries,
  promoted,
  hidden,
});

const documents: JsonSchema = {
  type: 'array',
  maxItems: limits.curatedDocuments,
  items: { type: 'string' },
};
const properties = {
  queries: {
    type: 'array',
    minItems: 1,
    maxItems: limits.curationQueries,
    items: { type: 'string', maxLength: limits.curationQueryLength },
  },
  promoted: documents,
  hidden: documents,
};
const body: JsonSchema = { type: 'object', properties };
const created = objectShape({ id: textShape });
export const curationShape = named('Curation', objectShape({ id: textShape, ...properties }));

const idOf = ({ path }: EngineCall): string => path.id ?? '';

export const curationRoutes = (curations: Curations): Route[] => [
  engineRoute({
    method: 'GET',
    path: PATH,
    operation: {
      id: 'listCurations',
      summary: 'List the curations of an engine',
      query: pageParameters,
      answer: listOf(curationShape),
    },
    async answer({ engine, params }) {
      const page = parsePage(await params(), PAGE_SIZE);
      const { total, results } = await curations.page(engine, pageRange(page));
      return listAnswer(page, total, results.map(curationJson));
    },
  }),
  engineRoute({
    method: 'POST',
    path: PATH,
    bodyLimit,
    operation: {
      id: 'createCuration',
      summary: 'Create a curation: documents to promote and to hide for some queries',
      body: { ...body, required: ['queries'] },
      answer: created,
    },
    async answer(call) {
      const { id } = await curations.create(tuningRequestOf(call), parseCuration(await call.params()));
      return { id };
    },
  }),
  engineRoute({
    method: 'GET',
    path: `${PATH}/:id`,
    operation: { id: 'getCuration', summary: 'Get a curation', answer: curationShape },
    answer: async (call) => curationJson(await curations.get(call.engine, idOf(call))),
  }),
  engineRoute({
    method: 'PUT',
    path: `${PATH}/:id`,
    bodyLimit,
    operation: {
      id: 'replaceCuration',
      summary: 'Replace a curation',
      description: 'A list that is omitted is cleared. `queries` stay if they are omitted.',
      body,
      answer: created,
    },
    async answer(call) {
      await curations.get(call.engine, idOf(call));
      const request = parseCuration(await call.params(), true);
      const { id } = await curations.replace(tuningRequestOf(call), idOf(call), request);
      return { id };
    },
  }),
  engineRoute({
    method: 'DELETE',
    path: `${PATH}/:id`,
    operation: { id: 'deleteCuration', summary: 'Delete a curation', answer: deletedSchema },
    async answer(call) {
      await curations.delete(tuningRequestOf(call), idOf(call));
      return { deleted: true };
    },
  }),
];
