import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { suite, test } from 'node:test';

/** The rules of the house (ARCHITECTURE.md) that can be read off the import lines. */

const ROOT = join(import.meta.dirname, '..');
const FILES = globSync('src/**/*.ts', { cwd: ROOT }).map((path) => path.replaceAll('\\', '/'));

/** What a file imports: paths of our own files from the root, names of packages. */
const importsOf = (file: string): string[] =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(/(?:from|import)[ (]'([^']+)'/g)].map(([, name]) =>
    (name as string).startsWith('.') ? posix.join(posix.dirname(file), name as string) : (name as string),
  );

const IMPORTS: ReadonlyMap<string, readonly string[]> = new Map(FILES.map((file) => [file, importsOf(file)]));

const TABLES = /^src\/(errors|limits)\.ts$/;
const PURE = /^src\/(json|values)\//;
const PORT = /^src\/(store\/(dashboard-port|port|window)|index\/port|index\/plan)\.ts$/;
/** How texts are taken apart: below the features and the index, which must agree about it. */
const ANALYSIS = /^src\/analysis\//;
/** How a thread is run and spoken to, whatever it does. */
const THREADS = /^src\/threads\//;
const STORE = /^src\/store\/(?!(dashboard-port|port|window)\.ts$)/;
const INDEX = /^src\/index\/embedded\//;
const FEATURE =
  /^src\/(accounts|credentials|dashboard-api|documents|engines|indexing|sample|schema|search)\//;
/** The vocabulary that features share with the HTTP layer. */
const API = /^src\/api\//;
const OURS = /^src\//;

/** Lines "file -> import" for every import of `files` that is `about` something and not `allowed`. */
function breaches(files: RegExp, about: RegExp, ...allowed: RegExp[]): string[] {
  return [...IMPORTS]
    .filter(([file]) => files.test(file))
    .flatMap(([file, imports]) =>
      imports
        .filter((name) => about.test(name) && !allowed.some((pattern) => pattern.test(name)))
        .map((name) => `${file} -> ${name}`),
    );
}

suite('the rules of the house', () => {
  test('there are files to look at', () => {
    assert.ok(FILES.length > 50 && [...IMPORTS.values()].flat().some((name) => PORT.test(name)));
  });

  test('the tables stand at the bottom', () => {
    assert.deepEqual(breaches(/^src\/limits\.ts$/, OURS), []);
    assert.deepEqual(breaches(/^src\/errors\.ts$/, OURS, /^src\/limits\.ts$/), []);
  });

  test('pure rules know nothing but each other and the tables', () => {
    assert.deepEqual(breaches(PURE, /./, PURE, TABLES), []);
  });

  test('ports know values, and neither adapters nor features', () => {
    assert.deepEqual(breaches(PORT, /./, PORT, PURE), []);
  });

  test('adapters know their port and values, the index analysis too, and no feature and no HTTP', () => {
    assert.deepEqual(breaches(STORE, OURS, STORE, PORT, PURE, TABLES, THREADS), []);
    assert.deepEqual(breaches(INDEX, OURS, INDEX, PORT, PURE, TABLES, ANALYSIS, THREADS), []);
  });

  test('analysis knows nothing but itself and its lists of words and stems, which nobody else knows', () => {
    assert.ok([...IMPORTS].some(([file, imports]) => ANALYSIS.test(file) && imports.length > 0));
    assert.deepEqual(breaches(ANALYSIS, /./, ANALYSIS, /^@orama\/(stemmers|stopwords)\//), []);
    assert.deepEqual(breaches(/^src\/(?!analysis\/)/, /^@orama\//), []);
  });

  test('analysis is used by the search feature and the index alone, and only through its analyzer', () => {
    assert.deepEqual(breaches(/^src\/(?!analysis\/|search\/|index\/embedded\/)/, ANALYSIS), []);
    const others = /^src\/(?!analysis\/)/;
    assert.deepEqual(breaches(others, ANALYSIS, /^src\/analysis\/(analyzer|language)\.ts$/), []);
  });

  test('features know ports, and no adapter', () => {
    assert.deepEqual(breaches(FEATURE, /^src\/(store|index)\//, PORT), []);
  });

  test('each adapter is opened in one place', () => {
    const others = (place: string) => new RegExp(`^src/(?!${place})`);
    assert.deepEqual(breaches(others('(store/sqlite/|instance\\.ts)'), /^src\/store\/sqlite\//), []);
    assert.deepEqual(
      breaches(others('(index/embedded/|opened-index\\.ts|worker\\.ts|cli/(inspect|verify)\\.ts)'), INDEX),
      [],
    );
  });

  test('features share a vocabulary with the HTTP layer and never import the layer itself', () => {
    assert.deepEqual(breaches(FEATURE, /^src\/http\//), []);
    assert.deepEqual(breaches(API, OURS, API, PORT, PURE, TABLES), []);
  });

  test('no two folders import each other', () => {
    const folderOf = (file: string): string => {
      const folder = posix.dirname(file);
      return folder === 'src' ? file : folder;
    };
    const arrows = new Map<string, Set<string>>();
    for (const [file, imports] of IMPORTS) {
      const targets = arrows.get(folderOf(file)) ?? new Set<string>();
      arrows.set(folderOf(file), targets);
      for (const name of imports) if (IMPORTS.has(name)) targets.add(folderOf(name));
    }
    const reach = (from: string, seen = new Set<string>()): Set<string> => {
      for (const next of arrows.get(from) ?? []) {
        if (next === from || seen.has(next)) continue;
        seen.add(next);
        reach(next, seen);
      }
      return seen;
    };
    assert.deepEqual(
      [...arrows.keys()].filter((folder) => reach(folder).has(folder)),
      [],
    );
  });

  test('threads know nothing of what is done in them', () => {
    assert.ok(FILES.some((file) => THREADS.test(file)));
    assert.deepEqual(breaches(THREADS, /./, THREADS, /^node:/), []);
  });

  test('what worker threads run is wired in one file, which nobody imports, and reaches neither door nor store', () => {
    assert.deepEqual(breaches(OURS, /^src\/worker\.ts$/), []);
    const reached = new Set<string>();
    const reach = (file: string): void => {
      if (reached.has(file)) return;
      reached.add(file);
      for (const next of IMPORTS.get(file) ?? []) reach(next);
    };
    reach('src/worker.ts');
    assert.ok(reached.has('src/search/render-task.ts') && reached.has('src/documents/judge-task.ts'));
    const forbidden =
      /^src\/(http\/|cli\/|store\/(?!port\.ts$)|main\.ts$|config\.ts$)|^(fastify|kysely|node:sqlite)$/;
    assert.deepEqual(
      [...reached].filter((name) => forbidden.test(name)),
      [],
    );
  });

  test('SQL is known in the store alone, SQLite in its adapter alone', () => {
    assert.deepEqual(breaches(/^src\/(?!store\/)/, /^kysely$/), []);
    assert.deepEqual(breaches(/^src\/(?!store\/sqlite\/)/, /^node:sqlite$/), []);
  });

  test('no file imports itself in a circle', () => {
    const cleared = new Set<string>();
    const walk = (file: string, path: readonly string[]): string[] | undefined => {
      if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
      if (cleared.has(file)) return undefined;
      for (const next of IMPORTS.get(file) ?? []) {
        const circle = IMPORTS.has(next) ? walk(next, [...path, file]) : undefined;
        if (circle !== undefined) return circle;
      }
      cleared.add(file);
      return undefined;
    };
    assert.deepEqual(
      FILES.map((file) => walk(file, [])).filter((circle) => circle !== undefined),
      [],
    );
  });
});
