import { readFileSync } from 'node:fs';
import { posix } from 'node:path';

/**
 * Which test files `npm run test:quick` leaves out. Every other file is quick, so a new test is part of the quick run
 * unless it imports one of the modules below or is named here.
 *
 * `npm test` starts slow files first: a long file that starts last would leave the other cores idle.
 */

interface SlowFiles {
  readonly reason: string;
  /** Test files by path; `*` stands for part of a name. */
  readonly files?: readonly string[];
  /** Test files that import this module, directly or through other modules of `test/`. */
  readonly importing?: string;
  /** How many of these files share a process in `npm test`; one by default. */
  readonly perProcess?: number;
}

const BROWSER = 'test/support/browser.ts';
const POSTGRES = 'test/services/postgres.ts';
const OPENSEARCH = 'test/services/opensearch.ts';

export const SLOW: readonly SlowFiles[] = [
  {
    reason: 'kills or restarts the service many times',
    files: ['test/durability/*.test.ts', 'test/model/*.test.ts'],
  },
  { reason: 'reindexes a large engine in most tests', importing: 'test/support/large-engine.ts' },
  { reason: 'starts Chromium', importing: BROWSER },
  { reason: 'starts PostgreSQL', importing: POSTGRES },
  // One node for all of them.
  { reason: 'starts OpenSearch', importing: OPENSEARCH, perProcess: 8 },
  { reason: 'builds the website of the docs', files: ['test/site/site.test.ts'] },
  { reason: 'ends the thread that writes many times', files: ['test/ports/sqlite-writer-thread.test.ts'] },
  { reason: 'starts several nodes, and waits for leases to expire', files: ['test/nodes/*.test.ts'] },
  { reason: 'delays every call of an adapter', files: ['test/ports/slow-*.test.ts'] },
  {
    reason: 'starts the service or its commands as processes',
    files: [
      'test/backup/backup-restore.test.ts',
      'test/backup/damage.test.ts',
      'test/backup/killed-restore.test.ts',
      'test/backup/refusals.test.ts',
      'test/backup/scheduled.test.ts',
      'test/cli/*.test.ts',
      'test/dashboard/commands.test.ts',
      'test/files/inspect.test.ts',
      'test/guide/commands.test.ts',
      'test/migration/elasticsearch.test.ts',
      'test/migration/migrate.test.ts',
      'test/migration/recorded-answers.test.ts',
      'test/migration/refusals.test.ts',
      'test/migration/unreached.test.ts',
      'test/upgrade/*.test.ts',
    ],
  },
  {
    reason: 'builds and packs the client, or compiles programs that use it',
    files: ['test/client/examples.test.ts', 'test/client/package.test.ts'],
  },
  { reason: 'builds the program and the dashboard', files: ['test/deploy/image.test.ts'] },
  { reason: 'starts the service as a process', importing: 'test/support/process.ts' },
  { reason: 'loads a service in its own process', importing: 'test/support/watched-service.ts' },
  {
    reason: 'sends every request as every kind of caller',
    files: ['test/security/authorisation-matrix.test.ts'],
  },
  {
    reason: 'sends every kind of request through each official client',
    files: ['test/clients/*.test.ts'],
    perProcess: 8,
  },
  {
    reason: 'hashes passwords, which is slow on purpose',
    importing: 'test/support/dashboard.ts',
    perProcess: 8,
  },
  {
    reason:
      'imports, exports or logs thousands of lines, repeats every example of a page, or opens a store for each test',
    files: [
      'test/*/docs-examples.test.ts',
      'test/analytics/analytics.test.ts',
      'test/bulk/*.test.ts',
      'test/client/{bulk,errors,operations}.test.ts',
      'test/engine/build-memory.test.ts',
      'test/logs/api-logs.test.ts',
      'test/opensearch/term-facts.test.ts',
      'test/ports/sqlite-store.test.ts',
      'test/security/restricted-fields.test.ts',
    ],
    perProcess: 8,
  },
  {
    reason: 'sends large bodies, or thousands of malformed requests and tokens',
    files: [
      'test/http/body-memory.test.ts',
      'test/http/malformed-http.test.ts',
      'test/http/large-json.test.ts',
      'test/overload/table.test.ts',
      'test/security/key-changes.test.ts',
    ],
  },
  {
    reason: 'reads or indexes much data, or hundreds of engines',
    files: [
      'test/analytics/replay.test.ts',
      'test/analysis/hostile-text.test.ts',
      'test/documents/dangerous-names.test.ts',
      'test/engine/edit-distance.test.ts',
      'test/engine/merge.test.ts',
      'test/engine/hot-loops.test.ts',
      'test/engine/memory-service.test.ts',
      'test/engine/memory.test.ts',
      'test/files/every-bit.test.ts',
      'test/json/members.test.ts',
      'test/files/failing-calls.test.ts',
      'test/files/power-cut.test.ts',
      'test/files/torn-and-flipped.test.ts',
      'test/schema/reindex-run.test.ts',
      'test/search/large-pages.test.ts',
      'test/search/many-documents-against-oracle.test.ts',
      'test/search/small-windows-against-oracle.test.ts',
      'test/search/trees-against-oracle.test.ts',
    ],
  },
];

/** Files of which one round takes minutes of processor time: `npm run campaign` runs them. */
export const CAMPAIGN_ONLY: readonly string[] = ['test/nodes/process-search.test.ts'];

/** The last line of an import of a project file; imports of types alone load nothing. */
const IMPORT = /^(?:import (?!type )|\} ).*?'(\.[^']+\.ts)';$/gm;

/** A file of `test/` and the modules of `test/` that it imports, directly or through others. */
export function reachedFrom(file: string, reached = new Set<string>()): Set<string> {
  if (reached.has(file)) return reached;
  reached.add(file);
  for (const [, name] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
    const imported = posix.join(posix.dirname(file), name as string);
    if (imported.startsWith('test/')) reachedFrom(imported, reached);
  }
  return reached;
}

/** The position in SLOW of the first entry that a test file matches; undefined for a quick file. */
export function slownessOf(file: string): number | undefined {
  const reached = reachedFrom(file);
  const at = SLOW.findIndex(
    ({ files = [], importing }) =>
      files.some((pattern) => posix.matchesGlob(file, pattern)) ||
      (importing !== undefined && reached.has(importing)),
  );
  return at === -1 ? undefined : at;
}

/** Quick files that share a process: loading the service takes as long as a dozen tests. */
const QUICK_PER_PROCESS = 8;

/** How many files of the kind of this one share a process. */
export function perProcess(file: string): number {
  const slowness = slownessOf(file);
  return slowness === undefined ? QUICK_PER_PROCESS : (SLOW[slowness]?.perProcess ?? 1);
}

export const needsBrowser = (file: string): boolean => reachedFrom(file).has(BROWSER);
export const needsOpenSearch = (file: string): boolean => reachedFrom(file).has(OPENSEARCH);
export const needsPostgres = (file: string): boolean => reachedFrom(file).has(POSTGRES);
