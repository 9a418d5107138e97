import { IndexUnavailable } from '../port.ts';
import type { Cluster, Json } from './cluster.ts';
import { clusterTexts } from './cluster-texts.ts';
import type { FactsOfState, Totals } from './known-facts.ts';
import type { Targets } from './target.ts';
import type { Path, Token } from './tokens.ts';

/** Words or stems near a term: within this many edits, with this many leading characters in common. */
export interface NearRule {
  readonly vocabulary: 'word' | 'stem' | 'id';
  readonly term: string;
  readonly edits: number;
  readonly prefixLength: number;
}

const NONE: Totals = { docs: 0, words: 0 };

/** Words or stems that are looked at per term: more than count, as some of them may not be in the searched fields. */
const MOST_NEAR = 200;
/** Requests for facts that depend on each other: near words, then their frequencies. */
const ROUNDS = 4;

/**
 * What a query must know of the terms of the index before it can be written: numbers of documents, and the words near
 * others. A query is written by a function of these facts: where it asks for one that is missing, it gets a default
 * and is written again once all that it asked for was fetched.
 */
export class TermFacts {
  readonly #cluster: Cluster;
  readonly #targets: Targets;
  readonly #known: FactsOfState;
  readonly #totals = new Map<string, Totals | undefined>();
  readonly #frequencies = new Map<Path, Map<string, number | undefined>>();
  readonly #near = new Map<string, { readonly rule: NearRule; words: readonly string[] | undefined }>();

  constructor(cluster: Cluster, targets: Targets, known: FactsOfState) {
    this.#cluster = cluster;
    this.#targets = targets;
    this.#known = known;
  }

  /** Numbers of a text field or `id`, of live documents. */
  totals(field: string): Totals {
    if (!this.#totals.has(field)) {
      this.#totals.set(field, this.#known.get(totalsName(field)) as Totals | undefined);
    }
    return this.#totals.get(field) ?? NONE;
  }

  /** The number of documents that have a token, estimated if some were replaced or deleted in the last hours. */
  frequency({ path, token }: Token): number {
    const asked = this.#frequencies.get(path) ?? new Map<string, number | undefined>();
    this.#frequencies.set(path, asked);
    if (!asked.has(token)) {
      asked.set(token, this.#known.get(frequencyName({ path, token })) as number | undefined);
    }
    return asked.get(token) ?? 0;
  }

  /** The words or stems near a term, without itself, in any text field. */
  near(rule: NearRule): readonly string[] {
    if (rule.edits === 0) return [];
    const name = nearName(rule);
    const asked = this.#near.get(name) ?? {
      rule,
      words: this.#known.get(name) as readonly string[] | undefined,
    };
    this.#near.set(name, asked);
    return asked.words ?? [];
  }

  /** What `write` returns when it knows all facts that it asks for. */
  async resolve<T>(write: () => T, signal?: AbortSignal): Promise<T> {
    for (let round = 0; ; round++) {
      const written = write();
      const missing = this.#missing();
      if (missing.length === 0 || round === ROUNDS) return written;
      await Promise.all(missing.map((fetch) => fetch(signal)));
    }
  }

  #missing(): Array<(signal: AbortSignal | undefined) => Promise<void>> {
    const fields = [...this.#totals].flatMap(([field, totals]) => (totals === undefined ? [field] : []));
    const tokens = [...this.#frequencies].flatMap(([path, known]) =>
      [...known].flatMap(([token, count]) => (count === undefined ? [{ path, token }] : [])),
    );
    const rules = [...this.#near.values()].filter(({ words }) => words === undefined);
    return [
      ...(fields.length > 0 ? [(signal?: AbortSignal) => this.#fetchTotals(fields, signal)] : []),
      ...(tokens.length > 0 ? [(signal?: AbortSignal) => this.#fetchFrequencies(tokens, signal)] : []),
      ...(rules.length > 0 ? [(signal?: AbortSignal) => this.#fetchNear(rules, signal)] : []),
    ];
  }

  /** OpenSearch caches the response until the index changes, as the request is the same for all queries. */
  async #fetchTotals(fields: readonly string[], signal?: AbortSignal): Promise<void> {
    const aggs = Object.fromEntries(
      fields.map((field, i) => [`f${i}`, { stats: { field: `l.${field}` } }] as const),
    );
    const { aggregations } = (await this.#search({ size: 0, aggs }, signal)) as {
      aggregations?: Record<string, { count: number; sum: number | null }>;
    };
    for (const [i, field] of fields.entries()) {
      const { count = 0, sum = 0 } = aggregations?.[`f${i}`] ?? {};
      const totals = { docs: count, words: sum ?? 0 };
      this.#totals.set(field, totals);
      this.#known.set(totalsName(field), totals);
    }
  }

  async #fetchNear(
    rules: ReadonlyArray<{ readonly rule: NearRule; words: readonly string[] | undefined }>,
    signal?: AbortSignal,
  ): Promise<void> {
    const suggest = Object.fromEntries(rules.map(({ rule }, i) => [`n${i}`, suggestion(rule)] as const));
    const { suggest: found } = (await this.#search({ size: 0, suggest }, signal)) as {
      suggest?: Record<string, ReadonlyArray<{ options: ReadonlyArray<{ text: string }> }>>;
    };
    for (const [i, entry] of rules.entries()) {
      entry.words = (found?.[`n${i}`] ?? []).flatMap(({ options }) => options.map(({ text }) => text));
      this.#known.set(nearName(entry.rule), entry.words);
    }
  }

  async #search(body: Json, signal: AbortSignal | undefined): Promise<Json> {
    const query = { allow_partial_search_results: false };
    const json = await this.#cluster.send('POST', `${this.#targets.path}/_search`, { body, query, signal });
    assertComplete(json);
    return json;
  }

  /** The term vectors of a document of these tokens come with the statistics of the shard that makes them. */
  async #fetchFrequencies(tokens: readonly Token[], signal?: AbortSignal): Promise<void> {
    const of = (...paths: Path[]): string =>
      tokens.flatMap(({ path, token }) => (paths.includes(path) ? [token] : [])).join(' ');
    const body: Json = {
      doc: { w: of('w', 'w.g'), s: of('s'), x: of('x'), i: of('i') },
      fields: [...new Set(tokens.map(({ path }) => path))],
      // Beginnings are looked up as they are.
      per_field_analyzer: { 'w.g': 'tokens' },
      term_statistics: true,
      field_statistics: false,
      positions: false,
      offsets: false,
      payloads: false,
    };
    const shards = this.#targets.all.flatMap(({ info, shards }) =>
      Array.from({ length: shards }, (_, shard) => ({ index: info.id, shard })),
    );
    const vectors = await Promise.all(
      shards.map(({ index, shard }) =>
        this.#cluster.send('POST', `/${index}/_termvectors`, {
          body,
          query: { preference: `_shards:${shard}` },
          signal,
        }),
      ),
    );
    for (const { path, token } of tokens) {
      let sum = 0;
      for (const [i, vector] of (vectors as TermVectors[]).entries()) {
        const docs = vector.term_vectors?.[path]?.terms[token]?.doc_freq ?? 0;
        sum += docs * this.#known.liveShare(shards[i]?.index ?? '');
      }
      this.#frequencies.get(path)?.set(token, sum);
      this.#known.set(frequencyName({ path, token }), sum);
    }
  }
}

const totalsName = (field: string): string => `t ${field}`;
const frequencyName = ({ path, token }: Token): string => `f ${path} ${token}`;
const nearName = ({ vocabulary, edits, prefixLength, term }: NearRule): string =>
  `n ${vocabulary} ${edits} ${prefixLength} ${term}`;

interface TermVectors {
  readonly term_vectors?: Readonly<
    Record<string, { readonly terms: Readonly<Record<string, { readonly doc_freq?: number }>> }>
  >;
}

const VOCABULARIES = { word: 'w.a', stem: 's.a', id: 'i' };

const suggestion = ({ vocabulary, term, edits, prefixLength }: NearRule): Json => ({
  text: term,
  term: {
    field: VOCABULARIES[vocabulary],
    suggest_mode: 'always',
    max_edits: edits,
    prefix_length: prefixLength,
    min_word_length: 1,
    min_doc_freq: 0,
    max_term_freq: 2_000_000_000,
    accuracy: 0,
    size: MOST_NEAR,
    shard_size: MOST_NEAR,
  },
});

/** Refuses a response that lacks the documents of a shard. */
export function assertComplete(json: Json): void {
  const { timed_out: isLate, _shards: shards } = json as {
    timed_out?: boolean;
    _shards?: { failed?: number };
  };
  if (isLate === true || (shards?.failed ?? 0) > 0) throw new IndexUnavailable(clusterTexts.partial());
}
