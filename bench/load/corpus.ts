import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { GeneratedCorpus } from './generated-corpus.ts';

/** A query by its parts; `questions.ts` turns it into a search request. */
export interface Query {
  readonly terms: readonly string[];
  readonly op?: 'and' | 'or';
  readonly filter?: { readonly section: readonly string[]; readonly size: readonly [number, number] };
  readonly geo?: readonly [latitude: number, longitude: number, kilometres: number];
  readonly facets?: readonly string[];
  readonly sort?: string;
}

/** By class: the queries of a class cost about the same. */
export type Queries = Readonly<Record<string, readonly Query[]>>;

export interface Corpus {
  readonly name: string;
  readonly queries: Queries;
  /** Documents as lines of JSON, up to a limit. */
  lines(most: number): AsyncIterable<string>;
}

const SMALL = { file: 'docs-63k.ndjson', documents: 63_620 };
const LARGE = 'docs-1m.ndjson';

/** Queries of only these words find nothing. */
const STOP_WORDS = new Set(
  'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with'.split(
    ' ',
  ),
);

/** Documents and queries of a folder; without one they are generated from the seed. */
export function openCorpus(folder: string | undefined, documents: number, seed: number): Corpus {
  if (folder === undefined) return new GeneratedCorpus(seed);
  const isLarge = documents > SMALL.documents && existsSync(join(folder, LARGE));
  const name = isLarge ? LARGE : SMALL.file;
  const queries: Queries = JSON.parse(readFileSync(join(folder, 'queries.json'), 'utf8'));
  return {
    name,
    queries: Object.fromEntries(
      Object.entries(queries).map(([kind, list]) => [kind, list.filter(hasMeaning)]),
    ),
    lines: (most) => linesOf(join(folder, name), most),
  };
}

const hasMeaning = ({ terms }: Query): boolean =>
  terms.length === 0 || terms.some((term) => !STOP_WORDS.has(term));

async function* linesOf(path: string, most: number): AsyncGenerator<string> {
  let count = 0;
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (count++ === most) return;
    yield line;
  }
}
