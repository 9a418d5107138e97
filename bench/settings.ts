import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const LEVELS = ['kernel', 'build', 'recipe', 'tuning', 'product'] as const;
export type Level = (typeof LEVELS)[number];
export const PEERS = ['lucene', 'fts5', 'minisearch', 'orama', 'opensearch', 'meilisearch'];

/** The settings of `npm run bench`; bench/README.md explains each. */
export interface Settings {
  readonly data: string;
  readonly queries: string;
  /** Names, or `NAME@SET` for one set only; the same for peers. */
  readonly levels: readonly string[];
  readonly sets: readonly string[];
  readonly peers: readonly string[];
  /** Undefined: all classes. */
  readonly classes: readonly string[] | undefined;
  /** The most documents of a set; a run with fewer than it has is a trial, whose figures prove nothing. */
  readonly documents: number;
  readonly warm: number;
  readonly rounds: number;
  readonly seconds: number;
  /** Seconds per class after which a slow peer gets fewer samples. */
  readonly budget: number;
  readonly work: string;
  /** Whether the work folder is temporary and removed at the end. */
  readonly isWorkOurs: boolean;
  readonly results: string;
  readonly packages: string;
  readonly lucene: string;
  readonly opensearch: string | undefined;
  readonly meilisearch: string | undefined;
}

const NAMES = [
  'DATA',
  'QUERIES',
  'LEVELS',
  'SETS',
  'PEERS',
  'CLASSES',
  'DOCUMENTS',
  'WARM',
  'ROUNDS',
  'SECONDS',
  'BUDGET',
  'WORK',
  'RESULTS',
  'PACKAGES',
  'LUCENE',
  'OPENSEARCH',
  'MEILISEARCH',
] as const;

export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  for (const name of Object.keys(env)) {
    if (name.startsWith('BENCH_') && !(NAMES as readonly string[]).includes(name.slice(6))) {
      throw new Error(`${name} is no setting of the bench; bench/README.md lists them.`);
    }
  }
  const text = (name: (typeof NAMES)[number]): string | undefined => env[`BENCH_${name}`] || undefined;
  const list = (name: (typeof NAMES)[number]): string[] | undefined => text(name)?.split(',');
  const number = (name: (typeof NAMES)[number], fallback: number): number => {
    const value = Number(text(name) ?? fallback);
    if (!(value > 0)) throw new Error(`BENCH_${name} must be a number above 0.`);
    return value;
  };
  const data = text('DATA');
  if (data === undefined) throw new Error('BENCH_DATA must name the folder with docs-63k.ndjson.');
  const levels = list('LEVELS') ?? [...LEVELS];
  const unknown = levels.find((level) => !(LEVELS as readonly string[]).includes(level.split('@')[0] ?? ''));
  if (unknown !== undefined) throw new Error(`BENCH_LEVELS: ${unknown} is none of ${LEVELS.join(', ')}.`);
  const given = text('WORK');
  const work = given === undefined ? mkdtempSync(join(tmpdir(), 'findling-bench-')) : resolve(given);
  mkdirSync(work, { recursive: true });
  return {
    data: resolve(data),
    queries: resolve(text('QUERIES') ?? join(data, 'queries.json')),
    levels,
    sets: list('SETS') ?? ['63k', '1m'],
    peers: list('PEERS') ?? [...PEERS],
    classes: list('CLASSES'),
    documents: number('DOCUMENTS', Number.MAX_SAFE_INTEGER),
    warm: number('WARM', 500),
    rounds: number('ROUNDS', 10),
    seconds: number('SECONDS', 10),
    budget: number('BUDGET', 60),
    work,
    isWorkOurs: given === undefined,
    results: resolve(text('RESULTS') ?? join(import.meta.dirname, 'results')),
    packages: resolve(text('PACKAGES') ?? join(import.meta.dirname, '..')),
    lucene: resolve(text('LUCENE') ?? '/usr/share/java'),
    opensearch: text('OPENSEARCH') && resolve(text('OPENSEARCH') as string),
    meilisearch: text('MEILISEARCH') && resolve(text('MEILISEARCH') as string),
  };
}

/** Whether a level or a peer takes part with a set. */
export const takesPart = (asked: readonly string[], name: string, set: string): boolean =>
  asked.includes(name) || asked.includes(`${name}@${set}`);
