import { termOf } from '../events/term.ts';
import { limits } from '../limits.ts';
import { booleanOf, isGiven, type Options, objectWith } from '../search/option.ts';
import { optionErrors } from '../search/option-error.ts';
import { parseDate } from '../values/date-value.ts';
import { storableText } from '../values/storable-text.ts';

/** The filters that a report may have. */
export type FilterName = 'clicks' | 'results' | 'tag' | 'date' | 'query' | 'document_id';

/** Parsed filters; omitted ones are undefined. */
export interface EventFilters {
  /** Of each list, an event has at least one tag. */
  readonly tags: ReadonlyArray<readonly string[]>;
  readonly from?: number;
  readonly to?: number;
  readonly hasClicks?: boolean;
  readonly hasResults?: boolean;
  readonly term?: string;
  readonly documentId?: string;
  /** Whether two of the filters exclude each other, so that nothing matches. */
  readonly isContradictory: boolean;
}

type Found = { -readonly [K in keyof EventFilters]: EventFilters[K] } & { tags: Array<readonly string[]> };

/** Parses `filters`: one condition or several, all of which must hold; `all` has a list of them. */
export function parseEventFilters(value: unknown, names: readonly FilterName[]): EventFilters {
  const found: Found = { tags: [], isContradictory: false };
  if (isGiven(value)) new FilterReader(found, names).read(value, 1);
  return found;
}

class FilterReader {
  readonly #found: Found;
  readonly #names: readonly string[];
  #conditions = 0;
  #tags = 0;

  constructor(found: Found, names: readonly FilterName[]) {
    this.#found = found;
    this.#names = [...names, 'all'];
  }

  read(value: unknown, depth: number): void {
    if (depth > limits.filterDepth) throw optionErrors.tooDeep('Filters', limits.filterDepth);
    for (const [name, condition] of Object.entries(objectWith('Filters', value, this.#names))) {
      if (name === 'all') this.#readAll(condition, depth);
      else if (isGiven(condition)) this.#readCondition(name as FilterName, condition);
    }
  }

  #readAll(value: unknown, depth: number): void {
    if (!Array.isArray(value)) throw optionErrors.mustBe('Filters all', 'an array');
    for (const part of value) this.read(part, depth + 1);
  }

  #readCondition(name: FilterName, value: unknown): void {
    if (++this.#conditions > limits.filterConditions) {
      throw optionErrors.tooMany('Filters', limits.filterConditions, 'filters');
    }
    if (name === 'clicks') this.#set('hasClicks', parseBoolean('Filters clicks', value));
    else if (name === 'results') this.#set('hasResults', parseBoolean('Filters results', value));
    else if (name === 'query') this.#set('term', termOf(parseText('Filters query', value)));
    else if (name === 'tag') this.#readTags(value);
    else if (name === 'date') this.#readDate(value);
    else this.#set('documentId', storableText(parseText('Filters document id', value)));
  }

  #readTags(value: unknown): void {
    const tags = Array.isArray(value) ? value : [value];
    this.#tags += tags.length;
    if (this.#tags > limits.filterValues) {
      throw optionErrors.tooMany('Filters tag', limits.filterValues, 'values');
    }
    this.#found.tags.push(tags.map((tag) => storableText(parseText('Filters tag', tag))));
  }

  /** Two different values exclude each other. */
  #set<K extends 'hasClicks' | 'hasResults' | 'term' | 'documentId'>(name: K, value: Found[K]): void {
    if (this.#found[name] !== undefined && this.#found[name] !== value) this.#found.isContradictory = true;
    this.#found[name] = value;
  }

  #readDate(value: unknown): void {
    const { from, to } = parseDates(value);
    const found = this.#found;
    if (from !== undefined && from > (found.from ?? Number.NEGATIVE_INFINITY)) found.from = from;
    if (to !== undefined && to < (found.to ?? Number.POSITIVE_INFINITY)) found.to = to;
    if (found.from !== undefined && found.to !== undefined && found.from > found.to) {
      found.isContradictory = true;
    }
  }
}

/** The limits of a period, each of them optional. */
export function parseDates(value: unknown): { readonly from?: number; readonly to?: number } {
  const dates: Options = objectWith('Filters date', value, ['from', 'to']);
  const from = parseMoment('Filters date from', dates.from);
  const to = parseMoment('Filters date to', dates.to);
  if (from !== undefined && to !== undefined && from > to) {
    throw optionErrors.badOption('Filters date', 'from must not be after to');
  }
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

/** In milliseconds. Events have no finer times, so that a part of a millisecond counts as a whole one. */
function parseMoment(option: string, value: unknown): number | undefined {
  if (!isGiven(value) || value === '') return undefined;
  const date = typeof value === 'string' ? parseDate(value) : undefined;
  if (date === undefined) throw optionErrors.badValue(option, value);
  return date.epochMs + (date.nanos > 0 ? 1 : 0);
}

function parseBoolean(option: string, value: unknown): boolean {
  const found = booleanOf(value);
  if (found === undefined) throw optionErrors.mustBe(option, 'a boolean');
  return found;
}

export function parseText(option: string, value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') throw optionErrors.mustBe(option, 'a string');
  return String(value);
}
