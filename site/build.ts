/**
 * Builds the documentation as a website: site/dist.
 *
 *   npm run site
 *   npm run site -- --search-url https://search.example.com --search-engine docs --search-key search-…
 *
 * With the three options the site has a search box, which sends queries to that engine.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SiteError } from './pages.ts';
import { buildSite, type SearchBox } from './site.ts';

const OPTIONS = {
  output: { type: 'string', default: join(import.meta.dirname, 'dist') },
  root: { type: 'string' },
  'search-url': { type: 'string' },
  'search-engine': { type: 'string' },
  'search-key': { type: 'string' },
} as const;

/** The search box that the options describe; an error if they describe half of it. */
function searchBox(values: Readonly<Record<string, string | undefined>>): SearchBox | undefined {
  const { 'search-url': url, 'search-engine': engine, 'search-key': key } = values;
  if (url === undefined && engine === undefined && key === undefined) return undefined;
  if (url === undefined || engine === undefined || key === undefined)
    throw new SiteError(['A search box needs --search-url, --search-engine and --search-key.']);
  if (!URL.canParse(url)) throw new SiteError([`--search-url is "${url}", which is not an address.`]);
  // A page shows its key to everybody.
  if (!key.startsWith('search-')) throw new SiteError(['--search-key (not shown) must be a search key.']);
  return { url, engine, key };
}

try {
  const { values } = parseArgs({ options: OPTIONS });
  const { output, root } = values;
  const { pages } = await buildSite({ output, ...(root && { root }), search: searchBox(values) });
  process.stdout.write(`${pages.length} pages in ${output}\n`);
} catch (error) {
  const isKnown =
    error instanceof SiteError || (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_');
  if (!isKnown) throw error;
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
