import type { Analyzer } from '../../analysis/analyzer.ts';
import { parseDate } from '../../values/date-value.ts';
import type { Schema } from '../../values/types.ts';
import type { TypedValue } from '../../values/value.ts';
import type { IndexChange } from '../port.ts';
import { MAX_COMPOUND_LENGTH } from '../terms/expansion-kinds.ts';
import { tokensOf } from '../terms/query-terms.ts';
import type { Json } from './cluster.ts';
import { named } from './named.ts';
import { compoundToken, stemToken, subtokenToken, wordToken } from './tokens.ts';
import { isLong, valueKey } from './whole-values.ts';

/**
 * A change as a document of the index. A deletion is a document too, without `a` and without values, so that an older
 * change that comes later can never bring the document back.
 */
export function indexDocument(
  { id, sequence, fields }: IndexChange,
  engineId: number,
  schema: Schema,
  analyzer: Analyzer,
): Json {
  const base = { id, e: engineId, q: sequence };
  if (fields === null) return base;
  const texts = new Texts(analyzer);
  texts.addId(id);
  const v = named<ReadonlyArray<string | number>>();
  const t = named<readonly number[]>();
  const p = named<readonly string[]>();
  const long = named<readonly string[]>();
  for (const [name, value] of fields) {
    const type = schema.get(name);
    const items = itemsOf(value);
    if (type === undefined || items.length === 0) continue;
    switch (type) {
      case 'text': {
        const strings = items.map(String);
        texts.add(name, strings);
        v[name] = [...new Set(strings.map(valueKey))];
        const longOnes = strings.filter(isLong);
        if (longOnes.length > 0) long[name] = longOnes;
        break;
      }
      case 'number':
        v[name] = [...new Set(items)];
        break;
      case 'date':
        v[name] = [...new Set(items)];
        t[name] = items.map((item) => millisecondsOf(String(item)));
        break;
      case 'geolocation':
        v[name] = numbered(items.map(String));
        p[name] = items.map(String);
        break;
    }
  }
  return { ...base, a: true, ...texts.json, v, t, p, long };
}

/** The items that are not null. */
const itemsOf = (value: TypedValue): ReadonlyArray<string | number> =>
  (Array.isArray(value) ? value : [value]).filter((item) => item !== null);

/** Equal items, of which the index would keep one, get a number after a semicolon: they count in averages. */
function numbered(items: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const times = (seen.get(item) ?? 0) + 1;
    seen.set(item, times);
    return times === 1 ? item : `${item};${times}`;
  });
}

/** Dates of documents are valid. */
function millisecondsOf(date: string): number {
  const { epochMs, nanos } = parseDate(date) ?? { epochMs: 0, nanos: 0 };
  return epochMs + nanos / 1e6;
}

/** The tokens of the texts of a document. Each item of a list is a value of its own, so that phrases end with it. */
class Texts {
  readonly #analyzer: Analyzer;
  readonly #w: string[] = [];
  readonly #s: string[] = [];
  readonly #x: string[] = [];
  readonly #i: string[] = [];
  readonly #lengths = named<number>();

  constructor(analyzer: Analyzer) {
    this.#analyzer = analyzer;
  }

  get json(): Json {
    return { w: this.#w, s: this.#s, x: this.#x, i: this.#i, l: this.#lengths };
  }

  addId(id: string): void {
    const words = this.#words(id);
    if (words.length === 0) return;
    this.#i.push(words.join(' '));
    this.#lengths.id = words.length;
  }

  add(field: string, items: readonly string[]): void {
    let length = 0;
    for (const item of items) {
      const words = this.#words(item);
      length += words.length;
      if (words.length === 0) continue;
      this.#w.push(words.map((word) => wordToken(field, word).token).join(' '));
      this.#s.push(words.map((word) => stemToken(field, this.#analyzer.stem(word)).token).join(' '));
      const others = compoundsOf(words).map((compound) => compoundToken(field, compound).token);
      this.#analyzer.subtokens(item, (subtoken) =>
        others.push(subtokenToken(field, this.#analyzer.stem(subtoken)).token),
      );
      if (others.length > 0) this.#x.push(others.join(' '));
    }
    if (length > 0) this.#lengths[field] = length;
  }

  #words(text: string): string[] {
    return tokensOf(this.#analyzer, text).map(({ word }) => word);
  }
}

/** The concatenations of adjacent words that may be looked up. */
function compoundsOf(words: readonly string[]): string[] {
  const compounds: string[] = [];
  for (let i = 1; i < words.length; i++) {
    const compound = `${words[i - 1]}${words[i]}`;
    // A character has two units at most.
    if (compound.length <= 2 * MAX_COMPOUND_LENGTH && [...compound].length <= MAX_COMPOUND_LENGTH)
      compounds.push(compound);
  }
  return compounds;
}
