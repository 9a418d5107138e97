import { EVERYTHING, type TreeNode } from '../index/plan.ts';
import { limits } from '../limits.ts';
import type { Schema } from '../values/types.ts';
import {
  existsQuery,
  fuzzyQuery,
  idsQuery,
  matchAllQuery,
  matchPhraseQuery,
  matchQuery,
  multiMatchQuery,
  prefixQuery,
  rangeQuery,
  termQuery,
  termsQuery,
} from './field-query.ts';
import { invalid, itemsOf, knownMembers, onlyMember, type Part, unsupported } from './part.ts';
import { factorOf, neededClauses } from './query-terms.ts';

/** Reads the query of a request: every kind of query that is supported, nested up to a limit. */
export function parseQuery(part: Part | undefined, schema: Schema): TreeNode {
  if (part === undefined) return { kind: 'condition', filter: EVERYTHING, factor: 1 };
  return new QueryReader(schema).read(part, 1);
}

/** An upper estimate of the words of a text: every language separates at least ASCII words. */
const mostWords = (text: string): number =>
  Math.min(limits.elasticsearch.wordsOfText, text.match(/\P{ASCII}|[A-Za-z0-9]+/gu)?.length ?? 0);

class QueryReader {
  readonly #schema: Schema;
  #clauses = 0;
  #words = 0;

  constructor(schema: Schema) {
    this.#schema = schema;
  }

  #count(path: string, clauses: number): void {
    this.#clauses += clauses;
    const { clauses: most } = limits.elasticsearch;
    if (this.#clauses > most) throw invalid(path, `cannot have more than ${most} queries`);
  }

  /** Counts the words that a node is searched by: each takes memory and time in every segment. */
  #countWords(node: TreeNode): void {
    if (node.kind === 'best') for (const one of node.of) this.#countWords(one);
    if (node.kind !== 'text') return;
    this.#words += (node.isAnalyzed ? mostWords(node.text) : 1) * (node.fuzzy?.mostWords ?? 1);
    const { words: most } = limits.elasticsearch;
    if (this.#words > most) throw invalid('query', `cannot stand for more than ${most} words`);
  }

  read(part: Part, level: number): TreeNode {
    const node = this.#read(part, level);
    this.#countWords(node);
    return node;
  }

  #read(part: Part, level: number): TreeNode {
    const { depth } = limits.elasticsearch;
    if (level > depth) throw invalid('query', `cannot be nested more than ${depth} levels`);
    this.#count('query', 1);
    const [kind, member] = onlyMember(part, 'query');
    const schema = this.#schema;
    // The first field is the query itself.
    const countFields = (fields: number) => this.#count(member.path, Math.max(0, fields - 1));
    switch (kind) {
      case 'match_all':
        return matchAllQuery(member);
      case 'match':
        return matchQuery(member, schema, countFields);
      case 'match_phrase':
        return matchPhraseQuery(member, schema);
      case 'multi_match':
        return multiMatchQuery(member, schema, countFields);
      case 'term':
        return termQuery(member, schema);
      case 'terms':
        return termsQuery(member, schema);
      case 'range':
        return rangeQuery(member, schema);
      case 'ids':
        return idsQuery(member, schema);
      case 'exists':
        return existsQuery(member, schema);
      case 'prefix':
        return prefixQuery(member, schema);
      case 'fuzzy':
        return fuzzyQuery(member, schema);
      case 'bool':
        return this.#bool(member, level);
      default:
        throw unsupported(member.path);
    }
  }

  #bool(part: Part, level: number): TreeNode {
    const clauses = knownMembers(part, [
      'must',
      'should',
      'must_not',
      'filter',
      'minimum_should_match',
      'boost',
    ]);
    const all = (list: Part | undefined): TreeNode[] =>
      list === undefined ? [] : itemsOf(list).map((item) => this.read(item, level + 1));
    const required = all(clauses.must);
    const filters = all(clauses.filter);
    const optional = all(clauses.should);
    return {
      kind: 'bool',
      required,
      filters,
      optional,
      forbidden: all(clauses.must_not),
      needed: neededClauses(
        clauses.minimum_should_match,
        optional.length,
        required.length + filters.length > 0,
      ),
      factor: factorOf(clauses.boost),
    };
  }
}
