import type { AccountFacts } from '../../api/types.ts';

/** The values for a snippet. */
export interface SnippetFacts {
  readonly endpoint: string;
  readonly engine: string;
  /** Text fields. */
  readonly fields: readonly string[];
  readonly keys: AccountFacts['keys'];
  /** The value of the search key; a placeholder if it is left out. */
  readonly searchKey?: string | undefined;
}

interface Snippet {
  readonly id: string;
  readonly label: string;
  /** Whether the code has a place for a search key; the others need a private key. */
  readonly usesSearchKey: boolean;
  readonly parts: ReadonlyArray<{ readonly title: string; readonly code: (facts: SnippetFacts) => string }>;
}

const searchKey = ({ keys, searchKey: value }: SnippetFacts): string =>
  value ?? `<value of ${keys.search ?? 'a search key'}>`;
const privateKey = ({ keys }: SnippetFacts): string => `<value of ${keys.private ?? 'a private key'}>`;

/** A field of the engine for examples; a common name if it has none yet. */
const exampleField = ({ fields }: SnippetFacts): string => fields[0] ?? 'title';

const install = (...packages: readonly string[]) => ({
  title: 'Install',
  code: () => `npm install ${packages.join(' ')}`,
});

export const SNIPPETS: readonly Snippet[] = [
  {
    id: 'curl',
    label: 'curl',
    usesSearchKey: true,
    parts: [
      {
        title: 'Add a document',
        code: (facts) => `curl -X POST '${facts.endpoint}/api/as/v1/engines/${facts.engine}/documents' \\
  -H 'Authorization: Bearer ${privateKey(facts)}' \\
  -H 'Content-Type: application/json' \\
  -d '[{ "id": "first", "${exampleField(facts)}": "Hello" }]'`,
      },
      {
        title: 'Search',
        code: (facts) => `curl -X POST '${facts.endpoint}/api/as/v1/engines/${facts.engine}/search' \\
  -H 'Authorization: Bearer ${searchKey(facts)}' \\
  -H 'Content-Type: application/json' \\
  -d '{ "query": "hello" }'`,
      },
    ],
  },
  {
    id: 'node',
    label: 'app-search-node',
    usesSearchKey: false,
    parts: [
      install('@elastic/app-search-node'),
      {
        title: 'Add documents and search, on a server',
        code: (facts) => `import AppSearchClient from '@elastic/app-search-node';

const client = new AppSearchClient(
  undefined,
  '${privateKey(facts)}',
  () => '${facts.endpoint}/api/as/v1/',
);

await client.indexDocuments('${facts.engine}', [{ id: 'first', ${exampleField(facts)}: 'Hello' }]);

const found = await client.search('${facts.engine}', 'hello', { page: { size: 10 } });
console.log(found.results);`,
      },
    ],
  },
  {
    id: 'javascript',
    label: 'app-search-javascript',
    usesSearchKey: true,
    parts: [
      install('@elastic/app-search-javascript'),
      {
        title: 'Search, in a browser',
        code: (facts) => `import * as ElasticAppSearch from '@elastic/app-search-javascript';

const client = ElasticAppSearch.createClient({
  searchKey: '${searchKey(facts)}',
  endpointBase: '${facts.endpoint}',
  engineName: '${facts.engine}',
});

const found = await client.search('hello', { page: { size: 10 } });
for (const result of found.results) console.log(result.getRaw('${exampleField(facts)}'));`,
      },
    ],
  },
  {
    id: 'enterprise-search',
    label: 'enterprise-search',
    usesSearchKey: false,
    parts: [
      install('@elastic/enterprise-search'),
      {
        title: 'Add documents and search, on a server',
        code: (facts) => `import { Client } from '@elastic/enterprise-search';

const client = new Client({
  url: '${facts.endpoint}',
  auth: { token: '${privateKey(facts)}' },
});

await client.app.indexDocuments({
  engine_name: '${facts.engine}',
  documents: [{ id: 'first', ${exampleField(facts)}: 'Hello' }],
});

const found = await client.app.search({
  engine_name: '${facts.engine}',
  body: { query: 'hello' },
});
console.log(found.results);`,
      },
    ],
  },
  {
    id: 'search-ui',
    label: 'Search UI',
    usesSearchKey: true,
    parts: [
      install(
        '@elastic/react-search-ui',
        '@elastic/react-search-ui-views',
        '@elastic/search-ui-app-search-connector',
      ),
      {
        title: 'A search page, in React',
        code: (facts) => `import { Results, SearchBox, SearchProvider } from '@elastic/react-search-ui';
import AppSearchAPIConnector from '@elastic/search-ui-app-search-connector';

const connector = new AppSearchAPIConnector({
  searchKey: '${searchKey(facts)}',
  endpointBase: '${facts.endpoint}',
  engineName: '${facts.engine}',
});

export function SearchPage() {
  return (
    <SearchProvider config={{ apiConnector: connector, alwaysSearchOnInitialLoad: true }}>
      <SearchBox />
      <Results titleField="${exampleField(facts)}" />
    </SearchProvider>
  );
}`,
      },
    ],
  },
];
