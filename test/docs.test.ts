import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { suite, test } from 'node:test';
import { dataPage, tables as documentedTables, settingsPage } from '../docs/generate.ts';
import { readGroups } from '../site/pages.ts';
import { slugOf } from '../site/sections.ts';
import { ANALYSIS_VERSION } from '../src/analysis/analyzer.ts';
import type { Caller } from '../src/api/caller.ts';
import { readConfig, settingsTable } from '../src/config.ts';
import { holds } from '../src/credentials/permission.ts';
import { texts } from '../src/error-texts.ts';
import { PERMISSIONS } from '../src/http/permissions.ts';
import { FORMAT } from '../src/index/embedded/files/format.ts';
import { limits } from '../src/limits.ts';
import { EVENT_VERSION } from '../src/store/migrations/events.ts';
import { DATA_VERSION } from '../src/store/migrations/migrations.ts';
import { openSqliteStore } from '../src/store/sqlite/open.ts';
import { NAME_MESSAGES } from '../src/values/field-name.ts';
import { temporaryFolder } from './support/service.ts';

const ROOT = join(import.meta.dirname, '..');
const PAGES = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT }).sort();
const pageText = (page: string): string => readFileSync(join(ROOT, page), 'utf8');
/** Whether a file or a non-empty folder exists: a clone has no empty folders. */
const isThere = (path: string): boolean =>
  existsSync(join(ROOT, path)) && (!path.endsWith('/') || globSync(`${path}*`, { cwd: ROOT }).length > 0);

const withoutCodeBlocks = (text: string): string => text.replace(/^```.*?^```$/gms, '');

/** The text between a second-level heading and the next one. */
function section(page: string, heading: string): string {
  const [, after] = pageText(page).split(`\n## ${heading}\n`);
  assert.ok(after, `${page} has a section "${heading}"`);
  return after.split('\n## ')[0] as string;
}

/** The Markdown tables of a text. */
const tables = (text: string): string[] => text.match(/(?:^\|.*\n)+/gm) ?? [];

/** The cells of the first table of a text, without its header. */
const rows = (text: string): string[][] =>
  (tables(text)[0] ?? '')
    .trim()
    .split('\n')
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

const unquoted = (cell: string | undefined): string => (cell ?? '').replaceAll('`', '');

suite('the docs agree with the code', () => {
  for (const [page, generated] of [
    ['docs/data.md', dataPage],
    ['docs/settings.md', settingsPage],
  ] as const) {
    test(`${page} is up to date (npm run docs)`, () => {
      assert.equal(pageText(page), generated());
    });
  }

  test('docs/settings.md has the table of settings of config.ts', () => {
    assert.deepEqual(tables(section('docs/settings.md', 'Table')), [settingsTable()]);
  });

  /** The first table of a section of a page: what is limited, and the number. */
  const statedLimits = (page: string, heading: string): Record<string, number> =>
    Object.fromEntries(
      rows(section(page, heading)).map(([what, limit]) => [
        unquoted(what),
        Number(limit?.replaceAll(',', '')),
      ]),
    );

  test('the limits in docs/limits.md are those of limits.ts', () => {
    assert.ok(
      limits.engineNameLength === limits.keyNameLength && limits.keyNameLength === limits.accountNameLength,
      'one row covers the three names',
    );
    assert.deepEqual(statedLimits('docs/limits.md', 'Requests'), {
      'Fields in a schema': limits.schemaFields,
      'Characters in a field name': limits.fieldNameLength,
      'Characters in an engine, key or account name': limits.engineNameLength,
      'A document id is shorter than, in characters': limits.documentIdLength,
      'Bytes of one document as JSON': limits.documentBytes,
      'Documents or ids in one request': limits.documentsPerRequest,
      'Levels of arrays and objects in a request body': limits.bodyDepth,
      'Objects, arrays and members in a body over 64 KB, documents excepted': limits.largeBodyParts,
      'Members of one object in a body, documents excepted': limits.bodyMembers,
      'Messages in one list of errors': limits.messages,
      'Parameters in the query string of an address': limits.addressParameters,
      'Bytes of one header line': limits.headerBytes,
      'Documents reachable by documents/list': limits.listedDocuments,
      'Documents in one page of documents/list': limits.documentsPerPage,
      'Engines in one page': limits.enginesPerPage,
      'Keys in one page': limits.credentialsPerPage.most,
      'Synonym sets or curations in one page': limits.tuningPerPage,
      'Judgements in one page': limits.judgementsPerPage.most,
      'Judgements in one request': limits.judgementsPerRequest,
      'Suggested curations in one page': limits.suggestionsPerPage.most,
      'Suggested curations in one request': limits.suggestionChanges,
    });
  });

  test('the limits of bodies in docs/limits.md are those of limits.ts', () => {
    assert.deepEqual(statedLimits('docs/limits.md', 'Bodies'), {
      'POST and PATCH of documents': limits.bodies.documents,
      'GET and DELETE of documents, by id; POST and PUT of curations and configurations; PUT and DELETE of judgements':
        limits.bodies.ids,
      'search, multi_search, query_suggestion, click, search_explain, elasticsearch/_search, relevance/evaluate':
        limits.bodies.search,
      'everything else with a key or a session': limits.bodies.settings,
      'without key or session: signing in, /health': limits.bodies.open,
    });
  });

  test('the limits of stored data in docs/limits.md are those of limits.ts', () => {
    const admitted = rows(section('docs/limits.md', 'Requests at once')).map((cells) =>
      cells.slice(1, 5).map((cell) => Number(cell.replaceAll(',', ''))),
    );
    const { running, waiting, streaming } = limits.admission;
    assert.deepEqual(admitted.slice(0, 3), [running, waiting, streaming]);
    assert.deepEqual(admitted.slice(4, 6), [limits.imports.running, limits.exports]);
    assert.deepEqual(statedLimits('docs/limits.md', 'Stored data'), {
      'Engines in an account': limits.enginesPerAccount,
      'Keys in an account': limits.keysPerAccount,
      'Engines in the scope of a key': limits.scopeEngines,
      'Characters in the description of a key': limits.keyDescriptionLength,
      'Seconds of overlap in the rotation of a key': limits.rotationOverlap.most,
      'Revocations of signed search keys in an account': limits.revocations,
      'Characters of jti or sub in a revocation': limits.revokedClaimLength,
      'Bytes of index_create_settings_override as JSON': limits.createSettingsBytes,
      'Source engines of a meta engine': limits.sourceEngines,
      'Synonym sets of an engine': limits.synonymSets,
      'Terms of a synonym set': limits.synonymTerms.most,
      'Characters in a term of a synonym set': limits.synonymLength,
      'Curations of an engine': limits.curations,
      'Queries of a curation': limits.curationQueries,
      'Characters in a query of a curation': limits.curationQueryLength,
      'Documents in each list of a curation': limits.curatedDocuments,
      'Bytes of search settings, synonym sets and curations of an engine as JSON': limits.tuningBytes,
      'Judgements of an engine': limits.judgements,
      'Judged queries of an engine': limits.judgedQueries,
      'Suggested curations of an engine': limits.curationSuggestions,
      'Characters of a query in analytics': limits.analyticsTermLength,
    });
  });

  test('the limits in docs/search.md are those of limits.ts', () => {
    assert.deepEqual(statedLimits('docs/search.md', 'Limits'), {
      'Characters in a query, unless FINDLING_QUERY_LIMIT says otherwise': limits.queryLength,
      'Results in one page of a search': limits.searchResultsPerPage.most,
      'Number of a search page': limits.searchPage,
      'Results reachable by a search': limits.searchResults,
      'Conditions in the filters of a search': limits.filterConditions,
      'Values in one filter condition': limits.filterValues,
      'Distances in the filters of a search': limits.filterDistances,
      'Levels of nested filters': limits.filterDepth,
      'Facets in a search': limits.facets,
      'Values in one facet': limits.facetValues.most,
      'Ranges in one facet': limits.facetRanges,
      'Ranges in all facets of a search': limits.allFacetRanges,
      'Facets of distances in a search': limits.facetDistances,
      'Characters in the name of a facet or range': limits.facetNameLength,
      'Keys to sort by': limits.sortFields,
      'Documents in one group': limits.groupSize,
      'Boosts in a search': limits.boosts,
      'Searches in one multi_search': limits.searchesPerRequest,
      'Suggestions in one answer': limits.suggestions.most,
      'Characters in a suggestion': limits.suggestionLength,
      'Tags in analytics or in a click': limits.tags,
      'Characters in a tag': limits.tagLength,
      'Characters in the request_id of a click': limits.requestIdLength,
    });
  });

  test('the default of FINDLING_QUERY_LIMIT is the limit of limits.ts', () => {
    assert.equal(readConfig({}, {}).queryLimit, limits.queryLength);
  });

  test('CONTRIBUTING.md lists every benchmark', () => {
    const { scripts } = JSON.parse(pageText('package.json'));
    const benchmarks = Object.keys(scripts).filter((name) => name.startsWith('bench:'));
    const stated = rows(section('CONTRIBUTING.md', 'Benchmarks')).map(([command]) =>
      unquoted(command).replace('npm run ', '').replace(/ .*/, ''),
    );
    assert.deepEqual([...new Set(stated)].toSorted(), benchmarks.toSorted());
  });

  test('docs/compatibility.md lists every endpoint and its permission', () => {
    const stated = rows(section('docs/compatibility.md', 'Supported endpoints')).map(([endpoint, right]) => [
      unquoted(endpoint).replace(/\{(\w+)\}/g, ':$1'),
      right,
    ]);
    const expected = Object.entries(PERMISSIONS).map(([route, { right }]) => [route, right]);
    assert.deepEqual(Object.fromEntries(stated), Object.fromEntries(expected));
  });

  test('docs/upgrading.md has the versions of the data that this version writes', () => {
    const { version } = JSON.parse(pageText('package.json'));
    const [, versions = ''] = tables(section('docs/upgrading.md', 'What has a version'));
    assert.deepEqual(rows(versions).at(-1), [
      version,
      ...[DATA_VERSION, EVENT_VERSION, FORMAT, ANALYSIS_VERSION].map(String),
    ]);
  });

  test('docs/keys.md lists the kinds of key that have each permission', () => {
    const caller = (kind: Caller['kind'], read = false, write = false): Caller => ({
      account: { id: '', name: '', hostIdentifier: '', isDefault: true, createdAt: 0 },
      kind,
      keyName: '',
      read,
      write,
      engines: null,
      restrictions: null,
      rateLimit: null,
    });
    const columns = [
      caller('search'),
      caller('signed'),
      caller('private', true, false),
      caller('private', false, true),
      caller('admin'),
      caller('owner'),
    ];
    const rights = ['search', 'read', 'write', 'credentials'] as const;
    assert.deepEqual(
      rows(section('docs/keys.md', 'Rights')),
      rights.map((right) => [right, ...columns.map((one) => (holds(one, right) ? 'yes' : 'no'))]),
    );
  });

  test('docs/schema.md lists the messages about fields in the order in which they are reported', () => {
    assert.deepEqual(
      rows(section('docs/schema.md', 'Field names')).map(([message]) => unquoted(message)),
      [texts.typeNotInList, ...NAME_MESSAGES, texts.tooManyFields],
    );
  });

  test('docs/data.md explains every column on disk', async (t) => {
    const folder = temporaryFolder(t);
    await (await openSqliteStore(folder, { create: true })).close();
    const db = new DatabaseSync(join(folder, 'findling.sqlite'));
    t.after(() => db.close());
    const columns = db
      .prepare(
        `select tables.name || '.' || columns.name as name
         from sqlite_schema tables, pragma_table_info(tables.name) columns
         where tables.type = 'table' and tables.name not like 'sqlite_%'`,
      )
      .all()
      .map(({ name }) => String(name));
    const stated = documentedTables().flatMap((table) =>
      table.columns.map((column) => `${table.name}.${column.name}`),
    );
    assert.deepEqual(stated.toSorted(), columns.toSorted());
  });
});

suite('the docs name files that exist', () => {
  const anchors = (page: string): string[] =>
    [...withoutCodeBlocks(pageText(page)).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
      slugOf(heading as string),
    );

  test('every relative link leads to a file, and its anchor to a heading', () => {
    const broken = PAGES.flatMap((page) =>
      [...withoutCodeBlocks(pageText(page)).matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, target]) => target as string)
        .filter((target) => !/^[a-z]+:/.test(target))
        .filter((target) => {
          const [path, anchor] = target.split('#') as [string, string | undefined];
          const file = path === '' ? page : join(dirname(page), path);
          return !isThere(file) || (anchor !== undefined && !anchors(file).includes(anchor));
        })
        .map((target) => `${page}: ${target}`),
    );
    assert.deepEqual(broken, []);
  });

  test('docs/README.md lists every page once, in one of its tables', () => {
    assert.doesNotThrow(() => readGroups(ROOT));
  });

  test('ARCHITECTURE.md has at most 16 KB', () => {
    assert.ok(Buffer.byteLength(pageText('ARCHITECTURE.md')) <= 16 * 1024);
  });

  test('every decision record has the headings that CONTRIBUTING.md asks for', () => {
    for (const page of PAGES.filter((path) => /decisions.\d/.test(path))) {
      const [, number] = page.match(/(\d{4})-/) ?? [];
      const headings = [...withoutCodeBlocks(pageText(page)).matchAll(/^(?:# \d+:|## .*)/gm)].map(
        ([text]) => text,
      );
      const expected = [`# ${number}:`, '## Context', '## Choice', '## Measured', '## What would change it'];
      assert.deepEqual(headings, expected, page);
    }
  });

  test('every project path exists', () => {
    const PATH = /(?<![\w./:@-])(?:\.ci|bench|bin|deploy(?!\/\.env)|docs|release|site|src|test)\/[\w./*-]*/g;
    const missing = PAGES.flatMap((page) =>
      [...pageText(page).matchAll(PATH)]
        .map(([path]) => path.replace(/\.$/, ''))
        .filter((path) => (path.includes('*') ? globSync(path, { cwd: ROOT }).length === 0 : !isThere(path)))
        .map((path) => `${page}: ${path}`),
    );
    assert.deepEqual(missing, []);
  });

  test('every file named without its folder exists', () => {
    const known = new Set([
      ...globSync(['*', '{bench,bin,docs,release,site,src,test}/**/*'], { cwd: ROOT }).map((path) =>
        path.split(/[\\/]/).at(-1),
      ),
      // Made by `npm run sbom`.
      'sbom.json',
    ]);
    const missing = PAGES.flatMap((page) =>
      [...withoutCodeBlocks(pageText(page)).matchAll(/`([\w.-]+\.(?:js|json|md|ts))`/g)]
        .map(([, name]) => name as string)
        .filter((name) => !known.has(name))
        .map((name) => `${page}: ${name}`),
    );
    assert.deepEqual(missing, []);
  });
});
