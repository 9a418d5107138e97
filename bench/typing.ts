/**
 * How many letters does a person type before the wanted document is among the first three?
 *
 *   npm run bench:typing -- cities FILE      a line per city: name, population ...; targets: the 2,000 most populous,
 *                                            with and without a functional boost on the population; where the file
 *                                            has no population, 2,000 cities at even distances, and it says so
 *   npm run bench:typing -- movies FILE      a line per movie with its title; targets: every fifth of them
 *
 * Each title is typed letter by letter from its beginning; one that is never among the first three counts as its
 * whole length plus one. Titles that several documents share count as found with any of them.
 */
import { parseArgs } from 'node:util';
import { readLines } from './lines.ts';
import { type BenchServer, indexAll, say, startServer } from './server.ts';

const FIRST = 3;
const TARGETS = 2000;

interface Task {
  readonly engine: string;
  readonly title: string;
  readonly documents: ReadonlyArray<Record<string, unknown>>;
  readonly targets: ReadonlyArray<Record<string, unknown>>;
  /** Further options of the search, by name. */
  readonly options: Readonly<Record<string, object>>;
}

const { positionals } = parseArgs({ allowPositionals: true });
const [kind, file] = positionals;
if ((kind !== 'cities' && kind !== 'movies') || file === undefined) {
  throw new Error('Say `cities FILE` or `movies FILE`.');
}

function cities(path: string): Task {
  const rows = readLines(path).map((row, i) => ({ ...fields(row), id: String(row.id ?? row._id ?? i) }));
  const population = (row: Record<string, unknown>): number => Number(row.population ?? 0);
  const isKnown = rows.some((row) => population(row) > 0);
  if (!isKnown)
    say('the file has no population: 2,000 cities at even distances instead of the most populous');
  const step = Math.max(1, Math.floor(rows.length / TARGETS));
  return {
    engine: 'cities',
    title: 'name',
    documents: rows,
    targets: isKnown
      ? rows.toSorted((a, b) => population(b) - population(a)).slice(0, TARGETS)
      : rows.filter((_, i) => i % step === 0).slice(0, TARGETS),
    options: {
      'no boost': {},
      ...(isKnown && {
        'functional boost on population (logarithmic, multiply, factor 1)': {
          boosts: {
            population: { type: 'functional', function: 'logarithmic', operation: 'multiply', factor: 1 },
          },
        },
      }),
    },
  };
}

function movies(path: string): Task {
  const rows = readLines(path).map((row, i) => ({ title: row.title, id: String(row._id ?? i) }));
  return {
    engine: 'movies',
    title: 'title',
    documents: rows,
    targets: rows.filter((_, i) => i % 5 === 0),
    options: { 'no boost': {} },
  };
}

const fields = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => /^[a-z][a-z0-9_]*$/.test(name)));

async function lettersTyped(
  server: BenchServer,
  task: Task,
  target: Record<string, unknown>,
  options: object,
): Promise<number> {
  const letters = [...String(target[task.title])];
  for (let typed = 1; typed <= letters.length; typed++) {
    const answer = await server.call('POST', `/engines/${task.engine}/search`, {
      query: letters.slice(0, typed).join(''),
      page: { size: FIRST },
      search_fields: { [task.title]: {} },
      result_fields: { [task.title]: { raw: {} } },
      ...options,
    });
    const titles = answer.results.map((result: Record<string, { raw: unknown }>) => result[task.title]?.raw);
    if (titles.includes(target[task.title])) return typed;
  }
  return letters.length + 1;
}

const task = kind === 'cities' ? cities(file) : movies(file);
const server = await startServer();
try {
  await server.call('POST', '/engines', { name: task.engine });
  if (kind === 'cities')
    await server.call('POST', `/engines/${task.engine}/schema`, { population: 'number' });
  await indexAll(server, task.engine, task.documents);
  for (const [name, options] of Object.entries(task.options)) {
    let letters = 0;
    let whole = 0;
    let never = 0;
    for (const target of task.targets) {
      const typed = await lettersTyped(server, task, target, options);
      const length = [...String(target[task.title])].length;
      letters += typed;
      whole += length;
      if (typed > length) never++;
    }
    const mean = (sum: number): string => (sum / task.targets.length).toFixed(2);
    say(
      `${task.engine}, ${name}: ${task.documents.length} documents, ${task.targets.length} targets, mean letters typed ${mean(letters)} of ${mean(whole)}, never among the first ${FIRST}: ${never}`,
    );
  }
} finally {
  await server.close();
}
