import { listAnswer, pageRange, parsePage } from '../api/page.ts';
import { type EngineCall, engineRoute, type JsonSchema, type Route } from '../api/route.ts';
import { deletedSchema, listOf, named, objectShape, pageParameters, textShape } from '../api/shapes.ts';
import { limits } from '../limits.ts';
import type { SynonymSetRecord } from '../store/port.ts';
import { tuningRequestOf } from '../tuning/tuning-change.ts';
import { parseTerms } from './synonym-request.ts';
import type { Synonyms } from './synonyms.ts';

const PAGE_SIZE = { default: limits.tuningPerPage, most: limits.tuningPerPage };

/** A synonym set as the API shows it. */
export const synonymSetJson = ({ id, terms }: SynonymSetRecord) => ({ id, synonyms: terms });

const terms: JsonSchema = {
  type: 'array',
  minItems: limits.synonymTerms.least,
  maxItems: limits.synonymTerms.most,
  items: { type: 'string', maxLength: limits.synonymLength },
};
const body: JsonSchema = { type: 'object', required: ['synonyms'], properties: { synonyms: terms } };
export const synonymSetShape = named('SynonymSet', objectShape({ id: textShape, synonyms: terms }));

const idOf = ({ path }: EngineCall): string => path.id ?? '';

export const synonymRoutes = (synonyms: Synonyms): Route[] => [
  engineRoute({
    method: 'GET',
    path: '/engines/:engine/synonyms',
    operation: {
      id: 'listSynonymSets',
      summary: 'List the synonym sets of an engine',
      query: pageParameters,
      answer: listOf(synonymSetShape),
    },
    async answer({ engine, params }) {
      const page = parsePage(await params(), PAGE_SIZE);
      const { total, results } = await synonyms.page(engine, pageRange(page));
      return listAnswer(page, total, results.map(synonymSetJson));
    },
  }),
  engineRoute({
    method: 'POST',
    path: '/engines/:engine/synonyms',
    operation: { id: 'createSynonymSet', summary: 'Create a synonym set', body, answer: synonymSetShape },
    answer: async (call) =>
      synonymSetJson(await synonyms.create(tuningRequestOf(call), parseTerms(await call.params()))),
  }),
  engineRoute({
    method: 'GET',
    path: '/engines/:engine/synonyms/:id',
    operation: { id: 'getSynonymSet', summary: 'Get a synonym set', answer: synonymSetShape },
    answer: async (call) => synonymSetJson(await synonyms.get(call.engine, idOf(call))),
  }),
  engineRoute({
    method: 'PUT',
    path: '/engines/:engine/synonyms/:id',
    operation: {
      id: 'replaceSynonymSet',
      summary: 'Replace the terms of a synonym set',
      body,
      answer: synonymSetShape,
    },
    async answer(call) {
      await synonyms.get(call.engine, idOf(call));
      return synonymSetJson(
        await synonyms.replace(tuningRequestOf(call), idOf(call), parseTerms(await call.params())),
      );
    },
  }),
  engineRoute({
    method: 'DELETE',
    path: '/engines/:engine/synonyms/:id',
    operation: { id: 'deleteSynonymSet', summary: 'Delete a synonym set', answer: deletedSchema },
    async answer(call) {
      await synonyms.delete(tuningRequestOf(call), idOf(call));
      return { deleted: true };
    },
  }),
];
