import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { type Configuration, Eleventy } from '@11ty/eleventy';
import { amendMarkdown } from './markdown.ts';
import { INDEX, outputOf, type Page, readGroups, SiteError } from './pages.ts';
import { brokenReferences, References } from './references.ts';
import { type SearchDocument, searchDocuments } from './search-documents.ts';
import { type Section, slugOf } from './sections.ts';

const HERE = import.meta.dirname;
const ROOT = join(HERE, '..');
const MODULES = join(ROOT, 'node_modules');

/** The engine that answers the search box. */
export interface SearchBox {
  /** The address of the service, such as https://search.example.com. */
  readonly url: string;
  readonly engine: string;
  /** A search key for the engine. Everybody who visits the site can read it. */
  readonly key: string;
}

export interface SiteOptions {
  /** The folder with docs/; by default this project. */
  readonly root?: string;
  readonly output: string;
  /** Without it the site has no search box. */
  readonly search?: SearchBox | undefined;
}

export interface Site {
  /** The names of the pages. */
  readonly pages: readonly string[];
  /** What the search box finds. */
  readonly documents: readonly SearchDocument[];
}

const HOME = {
  title: 'Findling documentation',
  description: 'A self-hosted search service that speaks the Elastic App Search API.',
};

/** More sections than this, and "On this page" lists those of the second level only. */
const LONG_CONTENTS = 30;

/** In this order, because the last ones adapt the others. */
const STYLES = ['base', 'frame', 'text', 'home', 'search', 'narrow'].map((name) => `assets/${name}.css`);

/** Files that are copied as they are, by their name on the site. */
const STATIC: Readonly<Record<string, string>> = {
  ...Object.fromEntries(STYLES.map((name) => [name, join(HERE, name)])),
  'assets/mark.svg': join(ROOT, 'dashboard/src/frame/mark.svg'),
  ...Object.fromEntries(
    [
      'inter/files/inter-latin-wght-normal.woff2',
      'inter/files/inter-latin-ext-wght-normal.woff2',
      'jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
    ].map((path) => [`assets/${path.split('/').at(-1)}`, join(MODULES, '@fontsource-variable', path)]),
  ),
};

/** The scripts of the pages: TypeScript, which the compiler turns into JavaScript. */
const SCRIPTS = join(HERE, 'browser');
const scriptNames = (): string[] =>
  globSync('*.ts', { cwd: SCRIPTS }).map((name) => `assets/${name.replace(/\.ts$/, '.js')}`);

/** Scripts, styles, fonts and images of the site itself, and requests to the service that searches: nothing else. */
const policyFor = (search: SearchBox | undefined): string =>
  [
    "default-src 'none'",
    ...['script-src', 'style-src', 'font-src', 'img-src'].map((directive) => `${directive} 'self'`),
    `connect-src ${search === undefined ? "'none'" : new URL(search.url).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

/** Builds the site and replaces the output folder. Writes nothing if a page is missing or a link is broken. */
export async function buildSite({ root = ROOT, output, search }: SiteOptions): Promise<Site> {
  const groups = readGroups(root);
  const pages = groups.flatMap((group) => group.pages);
  const titles = new Map(pages.map(({ source, title }) => [source, title]));
  const references = new References(root, titles.set(INDEX, HOME.title));
  const sections = new Map<string, readonly Section[]>();

  const configure = (configuration: Configuration): void => {
    configuration.setIncludesDirectory('layouts');
    // The cache is shared by all builds of a process, and the layouts in it show the sections of the first one.
    configuration.setUseTemplateCache(false);
    configuration.setTemplateFormats(['md', 'njk']);
    configuration.amendLibrary('md', (markdown) =>
      amendMarkdown(markdown, references, (page, found) => sections.set(page.output, found)),
    );
    configuration.addGlobalData('site', {
      version: JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version,
      styles: STYLES,
      policy: policyFor(search),
      search,
      groups: groups.map((group) => ({
        ...group,
        slug: slugOf(group.title),
        pages: group.pages.map(({ markdown: _, ...page }) => page),
      })),
    });
    configuration.addFilter('contents', (name: string) => contentsOf(sections.get(name) ?? []));
    for (const template of templates(groups)) configuration.addTemplate(...template);
  };
  const eleventy = new Eleventy(relative(process.cwd(), HERE) || '.', output, {
    quietMode: true,
    config: configure,
  });
  const html = new Map(
    (await eleventy.toJSON()).map(({ url, content }) => [url.replace(/^\//, '') || 'index.html', content]),
  );

  const copied = new Map(Object.entries(STATIC));
  for (const image of references.images) copied.set(outputOf(image), join(root, image));
  const broken = brokenReferences(html, new Set([...copied.keys(), ...scriptNames()]));
  if (broken.length > 0) throw new SiteError(['The site has broken links:', ...broken]);

  clear(output);
  for (const [name, content] of html) {
    mkdirSync(dirname(join(output, name)), { recursive: true });
    writeFileSync(join(output, name), content);
  }
  for (const [name, path] of copied) cpSync(path, join(output, name));
  await compileScripts(join(output, 'assets'));
  const kinds = groups.flatMap(({ title, pages: members }) => members.map((page) => ({ page, kind: title })));
  return {
    pages: [...html.keys()],
    documents: kinds.flatMap(({ page, kind }) =>
      searchDocuments(page, kind, sections.get(page.output) ?? []),
    ),
  };
}

/** Removes an earlier site, and no other folder. */
function clear(output: string): void {
  const isOther =
    existsSync(output) && readdirSync(output).length > 0 && !existsSync(join(output, 'assets/main.js'));
  if (isOther)
    throw new SiteError([`${output} has other files than those of a site. Choose another folder.`]);
  rmSync(output, { recursive: true, force: true });
}

type Template = Parameters<Configuration['addTemplate']>;

/** The pages as templates of Eleventy, with what their layouts show. */
function templates(groups: ReturnType<typeof readGroups>): Template[] {
  const inOrder = groups.flatMap(({ title, pages }) => pages.map((page) => ({ page, group: title })));
  const link = (page: Page | undefined) => page && { title: page.title, output: page.output };
  const home: Template = [
    'index.md',
    '',
    {
      layout: 'home.njk',
      templateEngineOverride: 'md',
      permalink: '/index.html',
      doc: { ...HOME, source: INDEX, output: outputOf(INDEX), root: './' },
    },
  ];
  const others = inOrder.map(({ page, group }, at): Template => {
    const { markdown, ...facts } = page;
    const data = {
      layout: 'page.njk',
      // Markdown alone: braces in the docs are no template.
      templateEngineOverride: 'md',
      permalink: `/${page.output}`,
      doc: {
        ...facts,
        group,
        root: '../'.repeat(page.output.split('/').length - 1) || './',
        previous: link(inOrder[at - 1]?.page),
        next: link(inOrder[at + 1]?.page),
      },
    };
    return [page.output.replace(/\.html$/, '.md'), markdown, data];
  });
  return [home, ...others];
}

/** The sections that "On this page" lists. */
function contentsOf(sections: readonly Section[]): Section[] {
  const listed = sections.filter(({ level }) => level === 2 || level === 3);
  return listed.length > LONG_CONTENTS ? listed.filter(({ level }) => level === 2) : listed;
}

async function compileScripts(target: string): Promise<void> {
  const compiler = join(MODULES, 'typescript/bin/tsc');
  await promisify(execFile)(process.execPath, [compiler, '-p', SCRIPTS, '--outDir', target]);
}
