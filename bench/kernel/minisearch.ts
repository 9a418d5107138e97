import { fateOf } from '../data-set.ts';
import type { KernelEngine, LoadOrder, LoadReport } from './engine.ts';
import { importFrom } from './package-import.ts';
import { PlainColumns } from './plain-columns.ts';
import { FIELDS, HITS, type KernelAnswer, type KernelQuestion } from './question.ts';
import { type Row, readRows } from './rows.ts';

/** The part of MiniSearch's interface that is used here. */
interface Index {
  addAll(documents: readonly object[]): void;
  add(document: object): void;
  discard(id: number): void;
  search(query: unknown, options?: object): Array<{ readonly id: number; readonly score: number }>;
}
interface Package {
  default: { new (options: object): Index; readonly wildcard: symbol };
}

const LOADED_AT_ONCE = 5_000;

export async function makeMiniSearch(packages: string): Promise<KernelEngine> {
  const { default: MiniSearch } = await importFrom<Package>(packages, 'minisearch');
  return new MiniSearchEngine(
    new MiniSearch({
      fields: FIELDS.map(({ name }) => name),
      // The text is already split into words.
      tokenize: (text: string) => (text === '' ? [] : text.split(' ')),
      processTerm: (term: string) => term,
      autoVacuum: true,
    }),
    MiniSearch.wildcard,
  );
}

const BOOST = Object.fromEntries(FIELDS.map(({ name, weight }) => [name, weight]));

class MiniSearchEngine implements KernelEngine {
  readonly #index: Index;
  readonly #wildcard: symbol;
  readonly #columns = new PlainColumns();

  constructor(index: Index, wildcard: symbol) {
    this.#index = index;
    this.#wildcard = wildcard;
  }

  async load({ words }: LoadOrder): Promise<LoadReport> {
    const started = performance.now();
    let waiting: object[] = [];
    let documents = 0;
    for await (const row of readRows(words)) {
      waiting.push(this.#document(row));
      documents++;
      if (waiting.length < LOADED_AT_ONCE) continue;
      this.#index.addAll(waiting);
      waiting = [];
    }
    this.#index.addAll(waiting);
    let number = 0;
    for await (const row of readRows(words)) {
      const fate = fateOf(number);
      if (fate !== 'kept') this.#index.discard(number);
      if (fate === 'replaced') this.#index.add(this.#document(row));
      number++;
    }
    return { documents, seconds: (performance.now() - started) / 1000 };
  }

  #document(row: Row): object {
    const { name, summary, body } = row;
    return { id: this.#columns.add(row), name, summary, body };
  }

  ask(question: KernelQuestion): KernelAnswer {
    const test = this.#columns.filter(question);
    const results = this.#index.search(this.#queryOf(question), {
      boost: BOOST,
      ...(test && { filter: ({ id }: { id: number }) => test(id) }),
    });
    const counted =
      question.facets === undefined
        ? 0
        : this.#columns.count(
            question,
            results.map(({ id }) => id),
          );
    if (question.sort !== undefined)
      results.sort((a, b) => this.#columns.size(b.id) - this.#columns.size(a.id));
    const ids = results.slice(0, HITS).map(({ id }) => this.#columns.id(id));
    return { total: results.length, ids, counted };
  }

  /** All words in the same field. */
  #queryOf({ words }: KernelQuestion): unknown {
    if (words.length === 0) return this.#wildcard;
    if (words.length === 1) return words[0];
    const inFields = FIELDS.map(({ name }) => ({ combineWith: 'AND', fields: [name], queries: words }));
    return { combineWith: 'OR', queries: inFields };
  }
}
