import { addressOf, routeTable } from './route-table.ts';
import { ACCOUNT, CURATION } from './screenshot-stage.ts';

/** A screenshot: its name and the URL of the page. */
export interface Scene {
  readonly name: string;
  readonly address: string;
  /** Without a session. */
  readonly outside?: boolean;
  /** The element to scroll to on small screens. */
  readonly downTo?: string;
}

const PARKS = 'national-parks-demo';
const QUAKES = 'earthquakes-demo';
const PREVIEW =
  'title=title&text=description&address=nps_link&facets=states,world_heritage_site&sorts=visitors';

/** The days before the sample was created, in which it has traffic. */
const WEEK = 'from=2026-03-05&to=2026-03-11';

interface View {
  readonly name: string;
  readonly query?: string;
  readonly engine?: string;
  readonly downTo?: string;
}

/** Screenshots by path. Other pages get one screenshot with a default name. */
const VIEWS: Readonly<Record<string, readonly View[]>> = {
  '/accounts/:account/engines': [{ name: 'engines' }, { name: 'create-engine', query: '?create=on' }],
  '/accounts/:account/engines/:engine': [{ name: 'overview' }],
  '/accounts/:account/engines/:engine/analytics': [{ name: 'analytics', query: `?${WEEK}` }],
  '/accounts/:account/engines/:engine/analytics/lists/:report': [
    { name: 'analytics-no-results', query: `?${WEEK}` },
  ],
  '/accounts/:account/engines/:engine/analytics/query': [
    { name: 'analytics-query', query: `?q=volcano&${WEEK}` },
  ],
  '/accounts/:account/engines/:engine/documents': [{ name: 'documents' }],
  '/accounts/:account/engines/:engine/documents/:document': [{ name: 'document' }],
  '/accounts/:account/engines/:engine/schema': [{ name: 'schema', engine: QUAKES }],
  '/accounts/:account/engines/:engine/schema/failures': [{ name: 'schema-failures', engine: QUAKES }],
  '/accounts/:account/engines/:engine/curations': [{ name: 'curations' }],
  '/accounts/:account/engines/:engine/curations/:curation': [{ name: 'curation' }],
  '/accounts/:account/engines/:engine/relevance': [{ name: 'relevance', query: '?q=granite' }],
  '/accounts/:account/engines/:engine/result-settings': [{ name: 'result-settings', query: '?q=granite' }],
  '/accounts/:account/engines/:engine/judgements/query': [
    { name: 'judgements-query', query: '?query=volcano' },
  ],
  '/accounts/:account/engines/:engine/preview': [
    { name: 'preview', query: `?${PREVIEW}` },
    { name: 'preview-code', query: `?${PREVIEW}&view=code`, downTo: '[aria-label="View"]' },
  ],
};

const nameOf = (area: string, path: string): string => {
  const last = path.split('/').at(-1) ?? '';
  return last === area || last.startsWith(':') ? area : `${area}-${last}`;
};

/** Every page of the route table, and the pages outside of it. */
export async function scenes(): Promise<readonly Scene[]> {
  const pages = (await routeTable()).flatMap(({ area, path }) =>
    (VIEWS[path] ?? [{ name: nameOf(area, path) }]).map(({ name, query = '', engine = PARKS, downTo }) => ({
      name,
      ...(downTo !== undefined && { downTo }),
      address:
        addressOf(path, {
          account: ACCOUNT,
          engine,
          document: 'park_yellowstone',
          curation: CURATION,
          report: 'no-results',
        }) + query,
    })),
  );
  const tester = `/accounts/${ACCOUNT}/engines/${PARKS}?test=on&test-query=granite`;
  return [
    { name: 'sign-in', address: '/', outside: true },
    ...pages,
    { name: 'query-tester', address: tester },
    { name: 'search-page', address: `/preview/${ACCOUNT}/${PARKS}?${PREVIEW}&q=granite` },
  ];
}
