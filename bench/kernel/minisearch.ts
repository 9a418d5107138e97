import { fateOf } from '../data-set.ts';
import type { KernelEngine, LoadOrder, LoadReport } from './engine.ts';
import { importFrom } from './package-import.ts';
import { PlainColumns } from './plain-columns.ts';
import { type Row, readRows } from './rows.ts';
import { FIELDS, HITS, type QueryTree, type TreeAnswer, type TreeNode } from './tree.ts';

/** What we use of MiniSearch. */
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
      // The words were cut before.
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

  ask(tree: QueryTree): TreeAnswer {
    const test = this.#columns.filter(tree);
    const results = this.#index.search(this.#queryOf(tree), {
      boost: BOOST,
      ...(test && { filter: ({ id }: { id: number }) => test(id) }),
    });
    const counted =
      tree.facets === undefined
        ? 0
        : this.#columns.count(
            tree,
            results.map(({ id }) => id),
          );
    if (tree.sort !== undefined) results.sort((a, b) => this.#columns.size(b.id) - this.#columns.size(a.id));
    const ids = results.slice(0, HITS).map(({ id }) => this.#columns.id(id));
    return { total: results.length, ids, counted };
  }

  #queryOf({ op, nodes }: QueryTree): unknown {
    if (nodes.length === 0) return this.#wildcard;
    return { combineWith: op === 'and' ? 'AND' : 'OR', queries: nodes.map(nodeQuery) };
  }
}

function nodeQuery(node: TreeNode): unknown {
  switch (node.kind) {
    case 'term':
      return node.word;
    case 'prefix':
      return { combineWith: 'OR', queries: [node.word], prefix: true };
    case 'expanded':
      return {
        combineWith: 'OR',
        queries: Object.entries(node.words).map(([field, words]) => ({
          combineWith: 'OR',
          fields: [field],
          queries: words,
        })),
      };
    case 'fuzzy':
      throw new Error('another fuzzy search than MiniSearch has: it is given words');
  }
}
