import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyzerFor } from '../../src/analysis/language.ts';
import { Cluster, type Json } from '../../src/index/opensearch/cluster.ts';
import { KnownFacts } from '../../src/index/opensearch/known-facts.ts';
import { plainQuery } from '../../src/index/opensearch/plain-query.ts';
import { Targets } from '../../src/index/opensearch/target.ts';
import { TermFacts } from '../../src/index/opensearch/term-facts.ts';
import { matchRules } from '../../src/search/precision.ts';
import { schemaOf } from '../ports/search-index/fixtures.ts';

const FIELDS = ['title', 'subtitle', 'text'];
/** Words near a term: more than count. */
const NEAR = 200;

/** A cluster whose index has many words near any term, each in one field of one document. */
class FullCluster extends Cluster {
  requests = 0;

  override async send(
    _method: string,
    path: string,
    { body = {} }: { readonly body?: Json } = {},
  ): Promise<Json> {
    this.requests++;
    if (path.includes('_termvectors')) {
      const { doc } = body as { doc: Record<string, string> };
      const vectors = Object.entries(doc).map(([field, tokens]) => {
        const terms = tokens.split(' ').filter((token) => token.charCodeAt(1) % 2 === 0);
        return [field, { terms: Object.fromEntries(terms.map((term) => [term, { doc_freq: 1 }])) }];
      });
      return { term_vectors: Object.fromEntries(vectors) };
    }
    const { suggest = {}, aggs = {} } = body as Record<string, Record<string, { text: string }>>;
    return {
      suggest: Object.fromEntries(
        Object.entries(suggest).map(([name, { text }]) => [name, [{ options: nearTo(text) }]]),
      ),
      aggregations: Object.fromEntries(Object.keys(aggs).map((name) => [name, { count: 100, sum: 900 }])),
    };
  }
}

const nearTo = (text: string): Array<{ text: string }> =>
  Array.from({ length: NEAR }, (_, n) => ({ text: `${text.slice(0, -2)}${String(n).padStart(3, '0')}` }));

test('what was looked up for hundreds of terms is known to the next searches', async () => {
  const cluster = new FullCluster([]);
  const info = {
    id: 'g',
    engineId: 1,
    language: null,
    schema: schemaOf({ title: 'text', subtitle: 'text', text: 'text' }),
  };
  const targets = new Targets([{ info, shards: 1 }]);
  const known = new KnownFacts();
  const analyzer = analyzerFor(null);
  const fields = FIELDS.map((name) => ({ name, weight: 1 }));
  const write = async (n: number): Promise<Json> => {
    const facts = new TermFacts(cluster, targets, known.of(['g']));
    const text = `mountain${1000 + n} ridge${5000 + n}`;
    return facts.resolve(() =>
      plainQuery({ kind: 'plain', text, synonyms: [] }, matchRules(1), fields, analyzer, facts),
    );
  };
  const queries = Array.from({ length: 200 }, (_, n) => n);
  const first = [];
  for (const n of queries) first.push(await write(n));
  assert.ok(cluster.requests >= 2 * queries.length, 'facts are looked up');
  assert.match(JSON.stringify(first[0]), /ridge50/);
  cluster.requests = 0;
  for (const n of queries) assert.deepEqual(await write(n), first[n]);
  assert.equal(cluster.requests, 0);
  known.changed('g');
  await write(0);
  assert.ok(cluster.requests > 0, 'after a change they are looked up again');
});
