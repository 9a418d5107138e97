import { abortSignalOf, streamJson } from '../api/json-stream.ts';
import { answered, type EngineCall, engineRoute, type Operation, type Route } from '../api/route.ts';
import { errorsSchema, listShape } from '../api/shapes.ts';
import { limits } from '../limits.ts';
import { searchAnswerShape, suggestionAnswerShape } from './answer-shapes.ts';
import { AnswerStream } from './answer-stream.ts';
import type { Clicks } from './clicks.ts';
import type { SearchObserver, ShownPage } from './search-observer.ts';
import type { RequestContext, Searches } from './searches.ts';
import { clickShape, multiSearchShape, searchShape, suggestionShape } from './shapes.ts';
import type { Suggestions } from './suggestions.ts';

const bodyLimit = limits.bodies.search;
const query: Operation['query'] = { query: { type: 'string' } };

/** Registers a route for POST and for GET, with a body or with the options in the query string. */
const both = (
  path: string,
  { id, ...operation }: Operation,
  answer: (call: EngineCall) => Promise<unknown>,
): Route[] => [
  engineRoute({
    method: 'GET',
    path,
    bodyLimit,
    operation: { ...operation, id: `get${id[0]?.toUpperCase()}${id.slice(1)}` },
    answer,
  }),
  engineRoute({ method: 'POST', path, bodyLimit, operation: { ...operation, id }, answer }),
];

const contextOf = ({ caller, requestId, wantsProfile, wantsDebug, reply }: EngineCall): RequestContext => ({
  caller,
  requestId,
  signal: abortSignalOf(reply),
  wantsProfile,
  wantsDebug,
});

/** Small responses are returned whole, large ones are streamed. */
const sent = async ({ reply }: EngineCall, answer: object | AnswerStream): Promise<unknown> =>
  answer instanceof AnswerStream ? streamJson(reply, answer.chunks) : answer;

/** Answers a search; `observer` follows it if it is one of its sample. */
async function answerSearch(
  call: EngineCall,
  searches: Searches,
  observer: SearchObserver | undefined,
): Promise<unknown> {
  const options = await call.params();
  const observation = observer?.observe(call, options);
  if (observation === undefined) {
    return sent(call, await searches.search(contextOf(call), call.engine, options));
  }
  try {
    const context = { ...contextOf(call), onFound: (page: ShownPage) => observation.found(page) };
    return await sent(call, await searches.search(context, call.engine, options));
  } catch (error) {
    observation.failed(error);
    throw error;
  }
}

/** The search endpoints: those open to search keys and signed search keys. */
export const searchRoutes = (
  searches: Searches,
  suggestions: Suggestions,
  clicks: Clicks,
  observer?: SearchObserver,
): Route[] => [
  ...both(
    '/engines/:engine/search',
    {
      id: 'search',
      summary: 'Search the documents of an engine',
      query,
      body: searchShape,
      answer: searchAnswerShape,
    },
    (call) => answerSearch(call, searches, observer),
  ),
  ...both(
    '/engines/:engine/multi_search',
    {
      id: 'multiSearch',
      summary: 'Do several searches at once',
      description: 'If one of them cannot be used, the answer is 400 with a list of errors, one per search.',
      body: multiSearchShape,
      answer: listShape(searchAnswerShape),
      refusal: { anyOf: [errorsSchema, listShape(errorsSchema)] },
    },
    async (call) => sent(call, await searches.multiSearch(contextOf(call), call.engine, await call.params())),
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
    async (call) => suggestions.suggest(contextOf(call), call.engine, await call.params()),
  ),
  engineRoute({
    method: 'POST',
    path: '/engines/:engine/click',
    bodyLimit,
    operation: {
      id: 'click',
      summary: 'Report a click on a result',
      body: clickShape,
      answer: null,
    },
    async answer({ caller, engine, params, reply }) {
      clicks.record(caller, engine, await params());
      // An empty body, as App Search clients expect. Bytes instead of a string, so that no charset is added.
      await reply.type('application/json').header('cache-control', 'no-cache').send(Buffer.alloc(0));
      return answered;
    },
  }),
];
