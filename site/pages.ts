import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** A Markdown file of the project as a page of the site. */
export interface Page {
  /** The file, from the root of the project: `docs/keys.md`. */
  readonly source: string;
  /** The page, from the root of the site: `keys.html`. */
  readonly output: string;
  /** The file's first heading. */
  readonly title: string;
  /** What the page is about, as the table says. */
  readonly description: string;
  readonly markdown: string;
}

/** A section of docs/README.md with a table of pages. */
export interface Group {
  readonly title: string;
  /** The sentences above the table. */
  readonly about: string;
  readonly pages: readonly Page[];
}

/** The table of contents of the site: every `##` section of it with a table is a group, every row a page. */
export const INDEX = 'docs/README.md';

/** What is wrong with the pages, one sentence per line. */
export class SiteError extends Error {
  override readonly name = 'SiteError';

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/** Where the site has a file of the project: files of docs/ are at its root. */
export const outputOf = (source: string): string =>
  source === INDEX ? 'index.html' : source.replace(/^docs\//, '').replace(/\.md$/, '.html');

const SECTION = /^## (.+)\n((?:(?!## ).*\n?)*)/gm;
const ROW = /^\| \[[^\]]+\]\(([^)#]+\.md)\) \| (.+) \|$/gm;

/** Markdown of a sentence as plain text. */
const plain = (markdown: string): string =>
  markdown
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll('`', '')
    .replace(/\s+/g, ' ')
    .trim();

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The pages below `root` by group, in the order of docs/README.md. Fails if a page is missing in it or from the disk. */
export function readGroups(root: string): Group[] {
  const index = readFileSync(join(root, INDEX), 'utf8');
  const listed: string[] = [];
  const problems: string[] = [];
  const read = (source: string, description: string): Page[] => {
    if (listed.includes(source)) problems.push(`${INDEX} lists ${source} twice.`);
    listed.push(source);
    if (!existsSync(join(root, source))) {
      problems.push(`${INDEX} lists ${source}, which does not exist.`);
      return [];
    }
    const markdown = readFileSync(join(root, source), 'utf8');
    const title = plain(/^# (.+)$/m.exec(markdown)?.[1] ?? '');
    if (title === '') problems.push(`${source} has no first-level heading.`);
    const about = capitalized(plain(description));
    return [{ source, output: outputOf(source), title, description: about, markdown }];
  };
  const groups = [...index.matchAll(SECTION)].map(([, title = '', body = '']) => ({
    title,
    about: plain(body.split(/^\|/m)[0] ?? ''),
    pages: [...body.matchAll(ROW)].flatMap(([, path = '', description = '']) =>
      read(posix.join(posix.dirname(INDEX), path), description),
    ),
  }));
  const titles = groups.map(({ title }) => title);
  const unlisted = globSync('docs/**/*.md', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path !== INDEX && !listed.includes(path))
    .sort();
  for (const path of unlisted)
    problems.push(`${path} is missing in ${INDEX}: add a row to the table of ${titles.join(', ')}.`);
  if (problems.length > 0) throw new SiteError(problems);
  return groups.filter(({ pages }) => pages.length > 0);
}
