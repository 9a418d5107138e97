import { devDependencies } from '../../../../package.json';
import facet from '../../preview/app/facet.tsx?raw';
import facets from '../../preview/app/facets.tsx?raw';
import type { PageOptions } from '../../preview/app/page-options.ts';
import pageOptions from '../../preview/app/page-options.ts?raw';
import paging from '../../preview/app/paging.tsx?raw';
import result from '../../preview/app/result.tsx?raw';
import results from '../../preview/app/results.tsx?raw';
import searchBox from '../../preview/app/search-box.tsx?raw';
import searchPage from '../../preview/app/search-page.tsx?raw';
import searchQuery from '../../preview/app/search-query.ts?raw';
import shownValue from '../../preview/app/shown-value.ts?raw';
import snippet from '../../preview/app/snippet.tsx?raw';
import sorting from '../../preview/app/sorting.tsx?raw';
import summary from '../../preview/app/summary.tsx?raw';
import webAddress from '../../preview/app/web-address.ts?raw';
import { literal } from './literal.ts';

export interface CodeFile {
  readonly path: string;
  readonly code: string;
}

export interface CodeFacts {
  readonly engine: string;
  readonly endpoint: string;
  /** The name of a search key; null if there is none. */
  readonly key: string | null;
  readonly options: PageOptions;
}

/** The source files of the preview's own components. */
const COMPONENTS: Readonly<Record<string, string>> = {
  'search-page.tsx': searchPage,
  'search-box.tsx': searchBox,
  'facets.tsx': facets,
  'facet.tsx': facet,
  'sorting.tsx': sorting,
  'summary.tsx': summary,
  'results.tsx': results,
  'result.tsx': result,
  'snippet.tsx': snippet,
  'paging.tsx': paging,
  'search-query.ts': searchQuery,
  'page-options.ts': pageOptions,
  'shown-value.ts': shownValue,
  'web-address.ts': webAddress,
};

/** Removes comments for our linter. */
const withoutNotes = (code: string): string => code.replaceAll(/^.*biome-ignore.*\n/gm, '');

/** The versions that the preview uses. */
const versionsOf = (...names: ReadonlyArray<keyof typeof devDependencies>) =>
  Object.fromEntries(names.map((name) => [name, devDependencies[name]]));

/** A React app with this search page on the public API, complete except for the key's value. */
export function codeFiles(facts: CodeFacts): readonly CodeFile[] {
  return [
    { path: 'src/main.tsx', code: mainOf(facts) },
    { path: 'src/options.ts', code: optionsCode(facts.options) },
    ...Object.entries(COMPONENTS).map(([name, code]) => ({ path: `src/${name}`, code: withoutNotes(code) })),
    { path: 'index.html', code: htmlOf(facts) },
    { path: 'package.json', code: packageOf(facts) },
    { path: 'tsconfig.json', code: TSCONFIG },
    { path: 'README.md', code: readmeOf(facts) },
  ];
}

export const keyPlaceholder = ({ key }: CodeFacts): string => `value of ${key ?? 'a search key'}`;

const mainOf = (facts: CodeFacts): string => `import '@mantine/core/styles.css';
import AppSearchAPIConnector from '@elastic/search-ui-app-search-connector';
import { MantineProvider } from '@mantine/core';
import { createRoot } from 'react-dom/client';
import { options } from './options.ts';
import { SearchPage } from './search-page.tsx';

const connector = new AppSearchAPIConnector({
  // A search key may be public. Never put a private key here.
  searchKey: ${literal(`<${keyPlaceholder(facts)}>`)},
  endpointBase: ${literal(facts.endpoint)},
  engineName: ${literal(facts.engine)},
});

createRoot(document.getElementById('root') as HTMLElement).render(
  <MantineProvider defaultColorScheme="auto">
    <SearchPage connector={connector} options={options} showImages />
  </MantineProvider>,
);
`;

const optionsCode = (options: PageOptions): string => `import type { PageOptions } from './page-options.ts';

export const options: PageOptions = ${literal(options)};
`;

const htmlOf = ({ engine }: CodeFacts): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Search ${engine}</title>
  </head>
  <body>
    <div id="root"></div>
    <script type="module" src="/src/main.tsx"></script>
  </body>
</html>
`;

const packageOf = ({ engine }: CodeFacts): string => `${JSON.stringify(
  {
    name: `${engine}-search`,
    private: true,
    type: 'module',
    scripts: { dev: 'vite', build: 'vite build' },
    dependencies: versionsOf(
      '@elastic/react-search-ui',
      '@elastic/search-ui-app-search-connector',
      '@mantine/core',
      '@mantine/hooks',
      'react',
      'react-dom',
    ),
    devDependencies: versionsOf('@types/react', '@types/react-dom', 'typescript', 'vite'),
  },
  null,
  2,
)}
`;

const TSCONFIG = `${JSON.stringify(
  {
    compilerOptions: {
      target: 'es2022',
      lib: ['es2023', 'dom', 'dom.iterable'],
      module: 'esnext',
      moduleResolution: 'bundler',
      jsx: 'react-jsx',
      strict: true,
      allowImportingTsExtensions: true,
      skipLibCheck: true,
      noEmit: true,
      types: ['vite/client'],
    },
    include: ['src'],
  },
  null,
  2,
)}
`;

const readmeOf = (facts: CodeFacts): string => `# Search page of ${facts.engine}

1. Put the ${keyPlaceholder(facts)} into \`src/main.tsx\`.
2. \`npm install\`
3. \`npm run dev\` starts a development server, \`npm run build\` builds the files for your web server.

To change what the page shows, edit \`src/options.ts\`.
`;
