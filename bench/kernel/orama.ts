import { fateOf } from '../data-set.ts';
import type { KernelEngine, LoadOrder, LoadReport } from './engine.ts';
import { importFrom } from './package-import.ts';
import { FACET_VALUES, FIELDS, HITS, type KernelAnswer, type KernelQuestion } from './question.ts';
import { type Row, readRows } from './rows.ts';

/** The part of Orama's interface that is used here. */
interface Package {
  create(options: object): object;
  insert(db: object, document: object): unknown;
  remove(db: object, id: string): unknown;
  search(db: object, params: object): Promise<OramaResults> | OramaResults;
}
interface OramaResults {
  readonly count: number;
  readonly hits: ReadonlyArray<{ readonly id: string }>;
  readonly facets?: Readonly<Record<string, { readonly values: Readonly<Record<string, number>> }>>;
}

const SCHEMA = {
  name: 'string',
  summary: 'string',
  body: 'string',
  section: 'enum',
  maintainer: 'enum',
  priority: 'enum',
  tags: 'enum[]',
  size: 'number',
  published: 'number',
  location: 'geopoint',
};

/**
 * Orama matches every query term as a prefix. So words end with a marker in documents and in queries, which makes them
 * match exactly.
 */
const END = '|';
const marked = (words: string): string => (words === '' ? '' : `${words.replaceAll(' ', `${END} `)}${END}`);

export async function makeOrama(packages: string): Promise<KernelEngine> {
  return new OramaEngine(await importFrom<Package>(packages, '@orama/orama'));
}

const BOOST = Object.fromEntries(FIELDS.map(({ name, weight }) => [name, weight]));

class OramaEngine implements KernelEngine {
  readonly #orama: Package;
  readonly #db: object;

  constructor(orama: Package) {
    this.#orama = orama;
    const tokenize = (text: unknown) =>
      typeof text === 'string' ? [...new Set(text.split(' ').filter((word) => word !== ''))] : [text];
    this.#db = orama.create({
      schema: SCHEMA,
      components: { tokenizer: { language: 'english', normalizationCache: new Map(), tokenize } },
    });
  }

  async load({ words }: LoadOrder): Promise<LoadReport> {
    const started = performance.now();
    let documents = 0;
    for await (const row of readRows(words)) {
      await this.#orama.insert(this.#db, documentOf(row));
      documents++;
    }
    let number = 0;
    for await (const row of readRows(words)) {
      const fate = fateOf(number++);
      if (fate !== 'kept') await this.#orama.remove(this.#db, row.id);
      if (fate === 'replaced') await this.#orama.insert(this.#db, documentOf(row));
    }
    return { documents, seconds: (performance.now() - started) / 1000 };
  }

  async ask(question: KernelQuestion): Promise<KernelAnswer> {
    const { words, facets = [], sort } = question;
    const {
      count,
      hits,
      facets: counts,
    } = await this.#orama.search(this.#db, {
      // For an empty query, properties would make the search quadratic.
      ...(words.length > 0 && {
        term: marked(words.join(' ')),
        properties: FIELDS.map(({ name }) => name),
        boost: BOOST,
        // All words in one property.
        threshold: 0,
      }),
      ...whereOf(question),
      ...(facets.length > 0 && {
        facets: Object.fromEntries(facets.map((facet) => [facet, { limit: FACET_VALUES, sort: 'DESC' }])),
      }),
      ...(sort && { sortBy: { property: sort, order: 'DESC' } }),
      limit: HITS,
    });
    let counted = 0;
    for (const { values } of Object.values(counts ?? {})) {
      const largest = Object.values(values).sort((a, b) => b - a);
      for (const value of largest.slice(0, FACET_VALUES)) counted += value;
    }
    return { total: count, ids: hits.map(({ id }) => id), counted };
  }
}

function documentOf(row: Row): object {
  const { id, section, maintainer, priority, tags, size, published, lat, lon } = row;
  return {
    id,
    name: marked(row.name),
    summary: marked(row.summary),
    body: marked(row.body),
    section,
    maintainer,
    priority,
    tags,
    size,
    published,
    location: { lat, lon },
  };
}

function whereOf({ filter, geo }: KernelQuestion): object {
  if (filter === undefined && geo === undefined) return {};
  return {
    where: {
      ...(filter && {
        section: { in: filter.section },
        // Both bounds are inclusive, and sizes are integers.
        size: { between: [filter.size[0], filter.size[1] - 1] },
      }),
      ...(geo && {
        location: {
          radius: { coordinates: { lat: geo[0], lon: geo[1] }, value: geo[2], unit: 'km', inside: true },
        },
      }),
    },
  };
}
