import { IndexUnavailable } from '../port.ts';
import type { Cluster, Json } from './cluster.ts';
import { clusterTexts } from './cluster-texts.ts';
import type { Fact, FactsOfState, SimilarTerm, Totals } from './known-facts.ts';
import type { Targets } from './target.ts';
import type { Path, Token } from './tokens.ts';

/** Words or stems near a term: within this many edits, with this many leading characters in common. */
export interface NearRule {
  readonly vocabulary: 'word' | 'stem' | 'id';
  readonly term: string;
  readonly edits: number;
  readonly prefixLength: number;
}

/** A fact's name, and what is asked. */
type Named<T> = readonly [name: string, asked: T];

const NONE: Totals = { docs: 0, words: 0 };

/** Words or stems that are looked at per term: more than count, as some of them may not be in the searched fields. */
const MOST_NEAR = 200;
/** Requests for facts that depend on each other: near words, then their frequencies. */
const ROUNDS = 4;

type Lookup =
  | { readonly kind: 'totals'; readonly field: string }
  | { readonly kind: 'frequency'; readonly token: Token }
  | { readonly kind: 'near'; readonly rule: NearRule };

/**
 * What a query must know of the terms of the index before it can be written: numbers of documents, and the words near
 * others. A query is written by a function of these facts: where it asks for one that is missing, it gets a default
 * and is written again once all that it asked for was fetched.
 */
export class TermFacts {
  readonly #cluster: Cluster;
  readonly #targets: Targets;
  readonly #known: FactsOfState;
  /** By name, what was fetched for this query. */
  readonly #fetched = new Map<string, Fact | readonly string[]>();
  /** By name, what the query asked for in vain since it was last begun. */
  readonly #missing = new Map<string, Lookup>();
  /** Facts to keep when the query is written. */
  readonly #toKeep = new Map<string, Fact>();
  #isDeriving = false;

  constructor(cluster: Cluster, targets: Targets, known: FactsOfState) {
    this.#cluster = cluster;
    this.#targets = targets;
    this.#known = known;
  }

  /** Numbers of a text field or `id`, of live documents. */
  totals(field: string): Totals {
    return this.#ask(`t ${field}`, { kind: 'totals', field }, NONE);
  }

  /** The number of documents that have a token, estimated if some were replaced or deleted in the last hours. */
  frequency(token: Token): number {
    return this.#ask(`f ${token.path} ${token.token}`, { kind: 'frequency', token }, 0);
  }

  /**
   * What `derive` makes of facts, kept in their place: a term has hundreds of words near it, and few that count.
   * `name` says what it is made of.
   */
  similar(
    name: string,
    derive: (near: (rule: NearRule) => readonly string[]) => SimilarTerm[],
  ): readonly SimilarTerm[] {
    const known = this.#known.get(`s ${name}`);
    if (known !== undefined) return known as readonly SimilarTerm[];
    this.#isDeriving = true;
    const made = derive((rule) => this.#near(rule));
    this.#isDeriving = false;
    this.#toKeep.set(`s ${name}`, made);
    return made;
  }

  /** The words or stems near a term, without itself, in any text field. */
  #near(rule: NearRule): readonly string[] {
    const { vocabulary, edits, prefixLength, term } = rule;
    if (edits === 0) return [];
    return this.#ask(`n ${vocabulary} ${edits} ${prefixLength} ${term}`, { kind: 'near', rule }, []);
  }

  #ask<F extends Fact | readonly string[]>(name: string, lookup: Lookup, fallback: F): F {
    const fetched = this.#fetched.get(name);
    const fact = fetched ?? this.#known.get(name);
    if (fact === undefined) this.#missing.set(name, lookup);
    else if (fetched !== undefined && !this.#isDeriving) this.#toKeep.set(name, fetched as Fact);
    return (fact ?? fallback) as F;
  }

  /** What `write` returns when it knows all facts that it asks for. */
  async resolve<T>(write: () => T, signal?: AbortSignal): Promise<T> {
    for (let round = 0; ; round++) {
      this.#missing.clear();
      this.#toKeep.clear();
      const written = write();
      if (this.#missing.size === 0) for (const [name, fact] of this.#toKeep) this.#known.set(name, fact);
      if (this.#missing.size === 0 || round === ROUNDS) return written;
      await this.#fetch(signal);
    }
  }

  async #fetch(signal?: AbortSignal): Promise<void> {
    const fields: Array<Named<string>> = [];
    const tokens: Array<Named<Token>> = [];
    const rules: Array<Named<NearRule>> = [];
    for (const [name, lookup] of this.#missing) {
      if (lookup.kind === 'totals') fields.push([name, lookup.field]);
      else if (lookup.kind === 'frequency') tokens.push([name, lookup.token]);
      else rules.push([name, lookup.rule]);
    }
    await Promise.all([
      fields.length > 0 && this.#fetchTotals(fields, signal),
      tokens.length > 0 && this.#fetchFrequencies(tokens, signal),
      rules.length > 0 && this.#fetchNear(rules, signal),
    ]);
  }

  /** OpenSearch caches the response until the index changes, as the request is the same for all queries. */
  async #fetchTotals(fields: ReadonlyArray<Named<string>>, signal?: AbortSignal): Promise<void> {
    const aggs = Object.fromEntries(
      fields.map(([, field], i) => [`f${i}`, { stats: { field: `l.${field}` } }] as const),
    );
    const { aggregations } = (await this.#search({ size: 0, aggs }, signal)) as {
      aggregations?: Record<string, { count: number; sum: number | null }>;
    };
    for (const [i, [name]] of fields.entries()) {
      const { count = 0, sum = 0 } = aggregations?.[`f${i}`] ?? {};
      this.#fetched.set(name, { docs: count, words: sum ?? 0 });
    }
  }

  async #fetchNear(rules: ReadonlyArray<Named<NearRule>>, signal?: AbortSignal): Promise<void> {
    const suggest = Object.fromEntries(rules.map(([, rule], i) => [`n${i}`, suggestion(rule)] as const));
    const { suggest: found } = (await this.#search({ size: 0, suggest }, signal)) as {
      suggest?: Record<string, ReadonlyArray<{ options: ReadonlyArray<{ text: string }> }>>;
    };
    for (const [i, [name]] of rules.entries()) {
      const words = (found?.[`n${i}`] ?? []).flatMap(({ options }) => options.map(({ text }) => text));
      this.#fetched.set(name, words);
    }
  }

  async #search(body: Json, signal: AbortSignal | undefined): Promise<Json> {
    const query = { allow_partial_search_results: false };
    const json = await this.#cluster.send('POST', `${this.#targets.path}/_search`, { body, query, signal });
    assertComplete(json);
    return json;
  }

  /** The term vectors of a document of these tokens come with the statistics of the shard that makes them. */
  async #fetchFrequencies(tokens: ReadonlyArray<Named<Token>>, signal?: AbortSignal): Promise<void> {
    const of = (...paths: Path[]): string =>
      tokens.flatMap(([, { path, token }]) => (paths.includes(path) ? [token] : [])).join(' ');
    const body: Json = {
      doc: { w: of('w', 'w.g'), s: of('s'), x: of('x'), i: of('i') },
      fields: [...new Set(tokens.map(([, { path }]) => path))],
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
    for (const [name, { path, token }] of tokens) {
      let sum = 0;
      for (const [i, vector] of (vectors as TermVectors[]).entries()) {
        const docs = vector.term_vectors?.[path]?.terms[token]?.doc_freq ?? 0;
        sum += docs * this.#known.liveShare(shards[i]?.index ?? '');
      }
      this.#fetched.set(name, sum);
    }
  }
}

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
