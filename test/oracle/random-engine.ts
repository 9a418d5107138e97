import type { IndexChange } from '../../src/index/port.ts';
import type { FieldType, Schema } from '../../src/values/types.ts';
import type { TypedItem, TypedValue } from '../../src/values/value.ts';
import type { Random } from '../support/seed.ts';
import { LANGUAGES, randomCrowd, randomText, randomVocabulary } from './random-text.ts';

/** One step of an engine's history: fields that appear, then changes. */
export interface Batch {
  readonly fields: Schema;
  readonly changes: readonly IndexChange[];
}

/** A small engine with a history of writes, replacements, deletions, and changes that come twice or too late. */
export interface RandomEngine {
  readonly language: string | null;
  readonly schema: Schema;
  readonly vocabulary: readonly string[];
  /** Whole texts that several documents share: for filters, facets, sorts and groups. */
  readonly labels: readonly string[];
  readonly ids: readonly string[];
  /** The number of engines that its documents are distributed to, from engine 1 on, to be searched together. */
  readonly sources: number;
  readonly batches: readonly Batch[];
}

const FIELDS: ReadonlyArray<readonly [string, FieldType]> = [
  ['title', 'text'],
  ['body', 'text'],
  ['tags', 'text'],
  ['price', 'number'],
  ['year', 'number'],
  ['made', 'date'],
  ['place', 'geolocation'],
];

export const NUMBERS = [-3, -0.5, 0, 1, 1.5, 2, 7, 10, 1985, 2024, 1e6];
export const DATES = [
  ...['1903-01-09T06:00:00+00:00', '1985-01-01T00:00:00+00:00', '1985-01-01T00:00:00.5+00:00'],
  ...['1985-01-01T00:00:00.55+00:00', '2024-02-29T12:00:00+00:00', '2024-03-01T00:00:00.123456789+00:00'],
];
export const PLACES = [
  '0,0',
  '37.38,-122.08',
  '37.4,-122.1',
  '35.68,-83.53',
  '-14.25,-170.68',
  '89.9,179.9',
  '0,-180',
];

/** A value too long to be kept like others, the same as its like for six hundred characters. */
export const longText = (random: Random, labels: readonly string[]): string =>
  'sea shore '.repeat(60) + random.pick(labels);

export function randomEngine(random: Random): RandomEngine {
  const language = random.below(3) > 0 ? null : random.pick(LANGUAGES);
  const vocabulary = randomVocabulary(random, language);
  const labels = Array.from({ length: 1 + random.below(5) }, () => randomText(random, vocabulary, 3));
  // Most are small enough to read; a few are long enough for lists of documents that no single block holds.
  const size = random.below(50) === 0 ? 150 + random.below(250) : 1 + random.below(25);
  const ids = Array.from({ length: size }, (_, index) =>
    random.below(3) === 0 ? `${randomText(random, vocabulary, 2).trim()}_${index}` : `doc-${index}`,
  );
  const schema = new Map(FIELDS.filter(([name]) => name === 'title' || random.below(5) > 0));
  const sources = random.pick([1, 1, 1, 2, 4]);
  const engine = { language, vocabulary, labels, ids, schema, sources };
  return { ...engine, batches: randomBatches(random, engine) };
}

/** An engine of one misspelt word: many documents of few words each, the word itself in none or in few of them. */
export function randomCrowdedEngine(random: Random): RandomEngine {
  const vocabulary = randomCrowd(random);
  const words = vocabulary.slice(random.below(2));
  const changes = Array.from({ length: 150 }, (_, index) => ({
    id: `doc-${index}`,
    sequence: index + 1,
    fields: new Map([
      ['title', random.pick(words)],
      ['body', random.below(2) === 0 ? null : randomText(random, words, 3)],
    ]),
  }));
  const schema: Schema = new Map(FIELDS.filter(([name]) => name === 'title' || name === 'body'));
  const ids = changes.map(({ id }) => id);
  return {
    language: null,
    schema,
    vocabulary,
    labels: words.slice(0, 3),
    ids,
    sources: random.pick([1, 1, 3]),
    batches: [{ fields: schema, changes }],
  };
}

/** The engine of a document. */
export const sourceOf = ({ ids, sources }: Pick<RandomEngine, 'ids' | 'sources'>, id: string): number =>
  1 + (Math.max(0, ids.indexOf(id)) % sources);

type EngineParts = Omit<RandomEngine, 'batches'>;

/**
 * Changes that stay come in the order of their sequence, so that the newest write is also the last to arrive. Late
 * ones are repetitions of changes that another one has overtaken, or that are still the last of their document.
 */
function randomBatches(random: Random, engine: EngineParts): Batch[] {
  const past: IndexChange[] = [];
  let sequence = 0;
  const appear = [...engine.schema].map(([name, type]) => ({
    name,
    type,
    batch: random.below(2) * random.below(3),
  }));
  return Array.from({ length: 1 + random.below(4) }, (_, batch) => {
    const fields = new Map(
      appear.filter((field) => field.batch === batch).map(({ name, type }) => [name, type]),
    );
    const known = new Map(
      appear.filter((field) => field.batch <= batch).map(({ name, type }) => [name, type]),
    );
    const changes = Array.from(
      { length: random.below(8) === 0 ? 0 : 1 + random.below(engine.ids.length * 2) },
      () => {
        const last = past[random.below(past.length)];
        if (last !== undefined && random.below(12) === 0) return last;
        sequence += 1 + random.below(3);
        const isDeletion = random.below(6) === 0;
        const id = random.pick(engine.ids);
        const change = {
          id,
          sequence,
          fields: isDeletion ? null : randomDocument(random, { ...engine, schema: known }),
        };
        past.push(change);
        return change;
      },
    );
    return { fields, changes };
  });
}

/** The fields of a document: some are missing, some null, some lists with nulls among the items. */
export function randomDocument(random: Random, engine: EngineParts): ReadonlyMap<string, TypedValue> {
  const fields = new Map<string, TypedValue>();
  for (const [name, type] of engine.schema) {
    const item = (): TypedItem => (random.below(12) === 0 ? null : randomItem(random, name, type, engine));
    if (random.below(6) === 0) continue;
    const isList = random.below(type === 'geolocation' ? 2 : 4) === 0;
    fields.set(name, isList ? Array.from({ length: random.below(4) }, item) : item());
  }
  return fields;
}

function randomItem(random: Random, name: string, type: FieldType, engine: EngineParts): string | number {
  switch (type) {
    case 'text':
      if (random.below(40) === 0) return longText(random, engine.labels);
      if (name === 'tags' || random.below(4) === 0) return random.pick(engine.labels);
      return randomText(random, engine.vocabulary, name === 'body' ? 14 : 5);
    case 'number':
      return random.pick(NUMBERS);
    case 'date':
      return random.pick(DATES);
    case 'geolocation':
      return random.pick(PLACES);
  }
}
