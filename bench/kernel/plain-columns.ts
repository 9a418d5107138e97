import { distance } from '../../src/values/geolocation-value.ts';
import { FACET_VALUES, type KernelQuestion } from './question.ts';
import type { Row } from './rows.ts';

/**
 * Values of documents by number, with the filters, sorts and facets that users of a search library without them write
 * themselves.
 */
export class PlainColumns {
  readonly #rows: Row[] = [];

  /** The number of a new document. */
  add(row: Row): number {
    return this.#rows.push({ ...row, name: '', summary: '', body: '' }) - 1;
  }

  id(number: number): string {
    return (this.#rows[number] as Row).id;
  }

  size(number: number): number {
    return (this.#rows[number] as Row).size;
  }

  /** A predicate over document numbers, undefined if all pass. */
  filter({ filter, geo }: KernelQuestion): ((number: number) => boolean) | undefined {
    if (filter === undefined && geo === undefined) return undefined;
    const sections = filter && new Set(filter.section);
    return (number) => {
      const row = this.#rows[number] as Row;
      if (filter && !(row.size >= filter.size[0] && row.size < filter.size[1])) return false;
      if (sections && !sections.has(row.section)) return false;
      return geo === undefined || distance(row, { lat: geo[0], lon: geo[1] }) <= geo[2] * 1000;
    };
  }

  /** The sum of the counts of the largest values of all facets. */
  count({ facets = [] }: KernelQuestion, numbers: readonly number[]): number {
    let counted = 0;
    for (const facet of facets) {
      const counts = new Map<string, number>();
      for (const number of numbers) {
        const row = this.#rows[number] as Row;
        if (facet === 'tags') for (const tag of row.tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
        else {
          const value = row[facet as 'section' | 'maintainer' | 'priority'];
          counts.set(value, (counts.get(value) ?? 0) + 1);
        }
      }
      const largest = [...counts].sort((a, b) => b[1] - a[1]).slice(0, FACET_VALUES);
      for (const [, count] of largest) counted += count;
    }
    return counted;
  }
}
