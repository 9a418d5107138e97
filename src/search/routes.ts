import {
  answered,
  type EngineCall,
  engineRoute,
  type JsonSchema,
  type Operation,
  type Route,
} from '../http/route.ts';
import { pageMetaSchema } from '../http/shapes.ts';
import type { Clicks } from './clicks.ts';
import type { Searches } from './searches.ts';
import {
  clickShape,
  multiSearchShape,
  searchAnswerShape,
  searchShape,
  suggestionAnswerShape,
  suggestionShape,
} from './shapes.ts';
import type { Suggestions } from './suggestions.ts';

const searchAnswer: JsonSchema = searchAnswerShape(pageMetaSchema);
const query: Operation['query'] = { query: { type: 'string' } };

/** The same question by GET, with a body or all in the address, and by POST. */
const both = (
  path: string,
  { id, ...operation }: Operation,
  answer: (call: EngineCall) => Promise<unknown>,
): Route[] => [
  engineRoute({
    method: 'GET',
    path,
    operation: { ...operation, id: `get${id[0]?.toUpperCase()}${id.slice(1)}` },
    answer,
  }),
  engineRoute({ method: 'POST', path, operation: { ...operation, id }, answer }),
];

/** The search family: what search keys and signed search keys reach. */
export const searchRoutes = (searches: Searches, suggestions: Suggestions, clicks: Clicks): Route[] => [
  ...both(
    '/engines/:engine/search',
    {
      id: 'search',
      summary: 'Search the documents of an engine',
      query,
      body: searchShape,
      answer: searchAnswer,
    },
    async ({ caller, engine, params, requestId }) => searches.search(caller, engine, params(), requestId),
  ),
  ...both(
    '/engines/:engine/multi_search',
    {
      id: 'multiSearch',
      summary: 'Do several searches at once',
      description: 'If one of them cannot be used, the answer is 400 with a list of errors, one per search.',
      body: multiSearchShape,
      answer: { type: 'array', items: searchAnswer },
    },
    async ({ caller, engine, params, requestId }) =>
      searches.multiSearch(caller, engine, params(), requestId),
  ),
  ...both(
    '/engines/:engine/query_suggestion',
    {
      id: 'querySuggestion',
      summary: 'Complete the beginning of a query from the texts of documents',
      query,
      body: suggestionShape,
      answer: suggestionAnswerShape,
    },
    async ({ caller, engine, params, requestId }) => suggestions.suggest(caller, engine, params(), requestId),
  ),
  engineRoute({
    method: 'POST',
    path: '/engines/:engine/click',
    operation: {
      id: 'click',
      summary: 'Tell that a result was clicked',
      description: 'The answer has no body.',
      body: clickShape,
      answer: {},
    },
    async answer({ caller, engine, params, reply }) {
      await clicks.record(caller, engine, params());
      // Not even `{}`: clients of the original take the answer for an empty text. No text, so that no charset is added.
      await reply.type('application/json').header('cache-control', 'no-cache').send(Buffer.alloc(0));
      return answered;
    },
  }),
];
