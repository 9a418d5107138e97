import { distance, parseLocation } from '../../schema/geolocation-value.ts';
import type { FieldType, Schema } from '../../schema/types.ts';
import type { ShownValue } from '../../schema/value.ts';
import type { FacetPlan, FacetValue, Filter, Hit, SearchOutcome, SearchPlan } from '../plan.ts';
import type { Generation, IndexChange } from '../port.ts';
import { foldedWords } from './fold.ts';

type Items = ReadonlyArray<string | number>;

interface Entry {
  readonly id: string;
  readonly sequence: number;
  /** Null for a deleted document, which is remembered so that an older change cannot bring it back. */
  readonly fields: ReadonlyMap<string, Items> | null;
}

const NO_ITEMS: Items = [];

const itemsOf = (value: ShownValue): Items =>
  (Array.isArray(value) ? value : [value]).filter((item): item is string | number => item !== null);

/** How many of a query's words a document must have: `1<-1 3<49%`, the original's rule at precision 2. */
const wordsNeeded = (words: number): number => {
  if (words <= 2) return Math.min(words, 1);
  return words === 3 ? 2 : Math.floor(0.49 * words);
};

export class ScanGeneration implements Generation {
  readonly engineId: number;
  readonly #schema: Map<string, FieldType>;
  readonly #entries = new Map<string, Entry>();

  constructor(engineId: number, schema: Schema) {
    this.engineId = engineId;
    this.#schema = new Map(schema);
  }

  get schema(): Schema {
    return this.#schema;
  }

  async addFields(fields: Schema): Promise<void> {
    for (const [name, type] of fields) if (!this.#schema.has(name)) this.#schema.set(name, type);
  }

  async apply(changes: readonly IndexChange[]): Promise<void> {
    for (const { id, sequence, fields } of changes) {
      const known = this.#entries.get(id);
      if (known !== undefined && known.sequence > sequence) continue;
      const items = fields && new Map([...fields].map(([name, value]) => [name, itemsOf(value)]));
      this.#entries.set(id, { id, sequence, fields: items });
    }
  }

  async search(plan: SearchPlan): Promise<SearchOutcome> {
    const words = [...new Set(foldedWords(plan.query))];
    const isBlank = plan.query.trim() === '';
    const hits: Hit[] = [];
    const found: Entry[] = [];
    for (const entry of this.#entries.values()) {
      if (entry.fields === null || !this.#passes(entry, plan.filter)) continue;
      const score = isBlank ? 1 : this.#score(entry, words, plan);
      if (score === 0) continue;
      found.push(entry);
      hits.push({ id: entry.id, sequence: entry.sequence, score });
    }
    hits.sort((a, b) => b.score - a.score || b.sequence - a.sequence);
    return {
      total: hits.length,
      hits: hits.slice(plan.offset, plan.offset + plan.limit),
      facets: plan.facets.map((facet) => this.#facet(found, facet)),
    };
  }

  #items(entry: Entry, field: string): Items {
    return field === 'id' ? [entry.id] : (entry.fields?.get(field) ?? NO_ITEMS);
  }

  /** The weights of the fields that hold a word, over all words; 0 if too few of the words are there. */
  #score(entry: Entry, words: readonly string[], plan: SearchPlan): number {
    const matched = new Set<string>();
    let score = 0;
    for (const { name, weight } of plan.searchFields) {
      const present = new Set(this.#items(entry, name).flatMap((item) => foldedWords(String(item))));
      for (const word of words) {
        if (!present.has(word)) continue;
        matched.add(word);
        score += weight;
      }
    }
    return matched.size > 0 && matched.size >= wordsNeeded(words.length) ? score : 0;
  }

  #passes(entry: Entry, filter: Filter): boolean {
    switch (filter.kind) {
      case 'all':
        return filter.of.every((part) => this.#passes(entry, part));
      case 'any':
        return filter.of.length === 0 || filter.of.some((part) => this.#passes(entry, part));
      case 'none':
        return !filter.of.some((part) => this.#passes(entry, part));
      case 'value':
        return this.#items(entry, filter.field).some((item) => filter.values.includes(item));
      case 'range':
        return this.#items(entry, filter.field).some(
          (item) =>
            (filter.from === undefined || item >= filter.from) &&
            (filter.to === undefined || item < filter.to),
        );
      case 'distance':
        return this.#items(entry, filter.field).some((item) => {
          const place = parseLocation(item);
          const metres = place === undefined ? Number.NaN : distance(place, filter.center);
          return metres >= filter.from && metres < filter.to;
        });
    }
  }

  #facet(found: readonly Entry[], { field, size, sort }: FacetPlan): FacetValue[] {
    const counts = new Map<string | number, number>();
    for (const entry of found) {
      for (const item of new Set(this.#items(entry, field))) counts.set(item, (counts.get(item) ?? 0) + 1);
    }
    const byValue = (a: FacetValue, b: FacetValue) => (a.value < b.value ? -1 : a.value > b.value ? 1 : 0);
    const direction = sort.descending ? -1 : 1;
    return [...counts]
      .map(([value, count]) => ({ value, count }))
      .sort((a, b) =>
        sort.by === 'value' ? direction * byValue(a, b) : direction * (a.count - b.count) || byValue(a, b),
      )
      .slice(0, size);
  }
}
