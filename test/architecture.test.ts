import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { suite, test } from 'node:test';
import { CAMPAIGN_ONLY, SLOW } from './slow-files.ts';
import { temporaryFolder } from './support/folder.ts';

/** The rules of ARCHITECTURE.md that import statements can break. */

const ROOT = join(import.meta.dirname, '..');
const FILES = globSync('src/**/*.ts', { cwd: ROOT }).map((path) => path.replaceAll('\\', '/'));

/** The imports of a file: project files as paths from the root, packages by name. */
const importsOf = (file: string): string[] =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(/(?:from|import)[ (]'([^']+)'/g)].map(([, name]) =>
    (name as string).startsWith('.') ? posix.join(posix.dirname(file), name as string) : (name as string),
  );

const IMPORTS: ReadonlyMap<string, readonly string[]> = new Map(FILES.map((file) => [file, importsOf(file)]));

const TABLES = /^src\/(errors|error-texts|limits)\.ts$/;
const PURE = /^src\/(json|values)\//;
/** The cache class, which every layer may use. */
const CACHING = /^src\/caching\//;
const PORT =
  /^src\/(store\/(adaptive-port|dashboard-port|event-port|job-port|judgement-port|key-port|node-port|page|port|tuning-port)|index\/(capabilities|explanation|plan|port|ranking))\.ts$/;
/** Text analysis: below features and index, because both must tokenise alike. */
const ANALYSIS = /^src\/analysis\//;
/** Starting a thread and exchanging messages with it, independent of its task. */
const THREADS = /^src\/threads\//;
const METRICS = /^src\/metrics\//;
const TRACING = /^src\/tracing\//;
const STORE = /^src\/store\/(?!(dashboard-port|job-port|key-port|node-port|page|port)\.ts$)/;
const EMBEDDED_INDEX = /^src\/index\/embedded\//;
const OPENSEARCH_INDEX = /^src\/index\/opensearch\//;
/** The terms of queries, which both index adapters share. */
const QUERY_TERMS = /^src\/index\/terms\//;
/** The part of the embedded index that commands may use. */
const INSPECTION = /^src\/index\/embedded\/file-inspection\.ts$/;
const FEATURE =
  /^src\/(accounts|analytics|bulk|comparison|credentials|dashboard-api|documents|engines|events|indexing|logs|sample|schema|search|shadow|signed-keys)\//;
/** The vocabulary that features share with the HTTP layer. */
const API = /^src\/api\//;
const OURS = /^src\//;

/** Lists "file -> import" for every import of `files` that matches `about` and none of `allowed`. */
function breaches(files: RegExp, about: RegExp, ...allowed: RegExp[]): string[] {
  return [...IMPORTS]
    .filter(([file]) => files.test(file))
    .flatMap(([file, imports]) =>
      imports
        .filter((name) => about.test(name) && !allowed.some((pattern) => pattern.test(name)))
        .map((name) => `${file} -> ${name}`),
    );
}

suite('architecture rules', () => {
  test('the patterns match the source files', () => {
    assert.ok(FILES.length > 50 && [...IMPORTS.values()].flat().some((name) => PORT.test(name)));
  });

  test('the tables of limits and errors import nothing above them', () => {
    assert.deepEqual(breaches(/^src\/limits\.ts$/, OURS), []);
    assert.deepEqual(breaches(/^src\/errors\.ts$/, OURS, /^src\/(limits|error-texts)\.ts$/), []);
    assert.deepEqual(breaches(/^src\/error-texts\.ts$/, OURS, /^src\/limits\.ts$/), []);
  });

  test('pure rules import only each other and the tables', () => {
    assert.deepEqual(breaches(PURE, /./, PURE, TABLES), []);
  });

  test('the cache class imports nothing', () => {
    assert.deepEqual(breaches(CACHING, /./, CACHING), []);
  });

  test('ports import values, and neither adapters nor features', () => {
    assert.deepEqual(breaches(PORT, /./, PORT, PURE), []);
  });

  test('adapters import their port, values and analysis, and neither features nor HTTP', () => {
    assert.deepEqual(breaches(STORE, OURS, STORE, PORT, PURE, TABLES, CACHING, THREADS), []);
    const shared = [QUERY_TERMS, PORT, PURE, TABLES, CACHING, ANALYSIS, THREADS];
    assert.deepEqual(breaches(QUERY_TERMS, OURS, QUERY_TERMS, PORT, ANALYSIS), []);
    for (const adapter of [EMBEDDED_INDEX, OPENSEARCH_INDEX])
      assert.deepEqual(breaches(adapter, OURS, adapter, ...shared), []);
  });

  test('analysis imports only its packages, and nothing else imports these', () => {
    assert.ok([...IMPORTS].some(([file, imports]) => ANALYSIS.test(file) && imports.length > 0));
    assert.deepEqual(breaches(ANALYSIS, /./, ANALYSIS, CACHING, /^@orama\/(stemmers|stopwords)\//), []);
    assert.deepEqual(breaches(/^src\/(?!analysis\/)/, /^@orama\//), []);
  });

  test('only the search feature and the index use analysis, and only through its analyzer', () => {
    assert.deepEqual(
      breaches(/^src\/(?!analysis\/|search\/|index\/(embedded|opensearch|terms)\/)/, ANALYSIS),
      [],
    );
    const others = /^src\/(?!analysis\/)/;
    assert.deepEqual(breaches(others, ANALYSIS, /^src\/analysis\/(analyzer|language)\.ts$/), []);
  });

  test('features import ports and no adapter', () => {
    assert.deepEqual(breaches(FEATURE, /^src\/(store|index)\//, PORT), []);
  });

  test('each adapter is opened in one place', () => {
    const others = (place: string) => new RegExp(`^src/(?!${place})`);
    assert.deepEqual(breaches(others('(store/sqlite/|composition/)'), /^src\/store\/sqlite\//), []);
    assert.deepEqual(breaches(others('(store/postgres/|composition/)'), /^src\/store\/postgres\//), []);
    const embedded = others('(index/embedded/|composition/|worker\\.ts)');
    assert.deepEqual(breaches(embedded, EMBEDDED_INDEX, INSPECTION), []);
    assert.deepEqual(breaches(others('(index/opensearch/|composition/)'), OPENSEARCH_INDEX), []);
    assert.deepEqual(breaches(others('(index/embedded/|cli/(inspect|verify)\\.ts)'), INSPECTION), []);
  });

  test('features share a vocabulary with the HTTP layer and never import the layer itself', () => {
    assert.deepEqual(breaches(FEATURE, /^src\/http\//), []);
    assert.deepEqual(breaches(API, OURS, API, PORT, PURE, TABLES), []);
  });

  test('metrics and tracing know no feature: features give them numbers and call them', () => {
    assert.ok(FILES.some((file) => METRICS.test(file)) && FILES.some((file) => TRACING.test(file)));
    assert.deepEqual(breaches(METRICS, OURS, METRICS, THREADS), []);
    assert.deepEqual(breaches(TRACING, OURS, TRACING, METRICS), []);
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

  test('the thread code imports nothing of the tasks that run in threads', () => {
    assert.ok(FILES.some((file) => THREADS.test(file)));
    assert.deepEqual(breaches(THREADS, /./, THREADS, /^node:/), []);
  });

  test('src/worker.ts wires the worker threads, is imported by no file, and reaches neither HTTP nor the store', () => {
    assert.deepEqual(breaches(OURS, /^src\/worker\.ts$/), []);
    const reached = new Set<string>();
    const reach = (file: string): void => {
      if (reached.has(file)) return;
      reached.add(file);
      for (const next of IMPORTS.get(file) ?? []) reach(next);
    };
    reach('src/worker.ts');
    assert.ok(reached.has('src/search/render-task.ts') && reached.has('src/documents/validation-task.ts'));
    const forbidden =
      /^src\/(http\/|cli\/|store\/(?!port\.ts$)|main\.ts$|config\.ts$)|^(fastify|kysely|node:sqlite)$/;
    assert.deepEqual(
      [...reached].filter((name) => forbidden.test(name)),
      [],
    );
  });

  test('only the store imports Kysely, and only the adapters their clients', () => {
    assert.deepEqual(breaches(/^src\/(?!store\/)/, /^kysely$/), []);
    assert.deepEqual(breaches(/^src\/(?!store\/sqlite\/)/, /^node:sqlite$/), []);
    assert.deepEqual(breaches(/^src\/(?!store\/postgres\/)/, /^pg$/), []);
    assert.deepEqual(breaches(/^src\/(?!index\/opensearch\/)/, /^@opensearch-project\//), []);
  });

  test('no import cycle between files', () => {
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

test('test/slow-files.ts names files that exist', () => {
  const patterns = SLOW.flatMap(({ files = [], importing }) => [...files, ...(importing ? [importing] : [])]);
  assert.deepEqual(
    [...patterns, ...CAMPAIGN_ONLY].filter((pattern) => globSync(pattern, { cwd: ROOT }).length === 0),
    [],
  );
});

test('the rule of the linter against spread arguments finds them', (t) => {
  const folder = temporaryFolder(t);
  const rule = join(ROOT, 'lint/no-argument-spread.grit');
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ root: true, plugins: [rule] }));
  const problems = (line: string): number => {
    writeFileSync(join(folder, 'example.ts'), `export const example = (list: number[]) => ${line};\n`);
    const biome = join(ROOT, 'node_modules/.bin/biome');
    const { stdout } = spawnSync(biome, ['lint', '--reporter=json', '--only=plugin', folder], {
      cwd: folder,
    });
    return JSON.parse(String(stdout)).summary.errors;
  };
  assert.deepEqual(
    ['[...list]', '({ ...list })', 'Math.max(list.length)', 'f([...list])'].map(problems),
    [0, 0, 0, 0],
  );
  assert.deepEqual(
    ['Math.max(...list)', 'list.push(0, ...list)', 'new Set(...list)'].map(problems),
    [1, 1, 1],
  );
});

suite('src/ contains nothing that only tests or benchmarks use', () => {
  /** Everything that is shipped or builds what is shipped. */
  const SHIPPED = globSync(
    ['src/**/*.ts', 'bin/*.js', 'build.ts', 'docs/*.ts', 'dashboard/src/**/*.{ts,tsx}'],
    {
      cwd: ROOT,
    },
  )
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n');

  /** Lists "file: name" for each declaration that `pattern` captures and `isUsed` rejects. */
  const unused = (pattern: RegExp, isUsed: (name: string, file: string) => boolean): string[] =>
    FILES.flatMap((file) =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(pattern)]
        .map(([, name]) => name as string)
        .filter((name) => !isUsed(name, file))
        .map((name) => `${file}: ${name}`),
    );

  test('no export', () => {
    const EXPORT = /^export (?:async )?(?:abstract )?(?:const|let|function\*?|class|interface|type) (\w+)/gm;
    /** It describes the JSON of all dashboard routes, also bodies that the code reads without a type. */
    const DESCRIPTION = 'src/dashboard-api/types.ts';
    const seen = new Set<string>();
    const repeated = new Set<string>();
    for (const [word] of SHIPPED.matchAll(/\w+/g)) (seen.has(word) ? repeated : seen).add(word);
    assert.deepEqual(
      unused(EXPORT, (name, file) => repeated.has(name) || file === DESCRIPTION),
      [],
    );
  });

  test('no method', () => {
    const METHOD =
      /^ {2}(?:static )?(?:async )?(?:get |set )?\*?(?!(?:constructor|if|for|while|switch|catch)\b)(\w+)(?:<[^>]*>)?\([^)]*\)(?:: [^{;]+)? \{$/gm;
    /** Methods that are called by packages and by the language. */
    const CALLED_ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
      Kysely: [
        ...['createDriver', 'createQueryCompiler', 'createAdapter', 'createIntrospector'],
        ...['acquireConnection', 'releaseConnection'],
        ...['beginTransaction', 'commitTransaction', 'rollbackTransaction'],
      ],
      Fastify: ['fatal', 'debug', 'trace'],
      'JSON.stringify': ['toJSON'],
    };
    // As a member (`.name`) or by destructuring (`{ name }`).
    const members = [...SHIPPED.matchAll(/\.(\w+)|(?<=[{,]\s*)(\w+)(?=\s*[,}])/g)];
    const used = new Set([
      ...Object.values(CALLED_ELSEWHERE).flat(),
      ...members.map(([, member, taken]) => member ?? taken),
    ]);
    assert.deepEqual(
      unused(METHOD, (name) => used.has(name)),
      [],
    );
  });
});
