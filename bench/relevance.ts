/**
 * How good are the first results? nDCG@10, MRR@10 and recall@100 on folders in BEIR form (corpus.jsonl[.gz],
 * queries.jsonl, qrels.tsv), with searches over all text fields through the HTTP API. You can write your own judged
 * queries in that form too.
 *
 *   npm run bench:relevance -- FOLDER [FOLDER...] [--precision 1,2,6] [--weights '{"title":5}'] [--language en]
 *                              [--save FILE] [--against COMMIT|FILE] [--search-url http://localhost:9200]
 *
 * `--search-url` measures the index on an OpenSearch cluster. `--save` keeps the results of each query. `--against`
 * compares with such a file, or with a commit, which is checked out and run first: the difference with the p-value of a
 * paired randomisation test, and the queries that changed most.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { checkOut } from './checkout.ts';
import { comparisonLines } from './relevance/comparison.ts';
import { type JudgedSet, readJudgedSet } from './relevance/judged-set.ts';
import { meanOf } from './relevance/measures.ts';
import { counterpartOf, type Results, type Run, readResults, writeResults } from './relevance/results.ts';
import { type RunOptions, runSet } from './relevance/run.ts';
import { say, startServer } from './server.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    weights: { type: 'string', default: '{}' },
    precision: { type: 'string', default: '1,2,6' },
    language: { type: 'string', default: 'en' },
    save: { type: 'string' },
    against: { type: 'string' },
    'search-url': { type: 'string', default: '' },
  },
});
if (positionals.length === 0) throw new Error('Name the folders to measure on.');
const options: RunOptions = {
  language: values.language,
  precisions: values.precision.split(',').map(Number),
  weights: JSON.parse(values.weights),
};

/** Runs every set on the service in `root`, this checkout by default. */
async function measured(sets: readonly JudgedSet[], version: string, root?: string): Promise<Results> {
  const settings = { FINDLING_QUERY_LIMIT: '2000', FINDLING_SEARCH_URL: values['search-url'] };
  const server = await startServer(settings, root === undefined ? {} : { root });
  const runs: Run[] = [];
  try {
    for (const set of sets) runs.push(...(await runSet(server, set, options)));
  } finally {
    await server.close();
  }
  return { version, runs };
}

async function measuredAt(sets: readonly JudgedSet[], revision: string): Promise<Results> {
  const checkout = checkOut(revision);
  try {
    return await measured(sets, checkout.commit, checkout.root);
  } finally {
    checkout.remove();
  }
}

function lineOf({ set, documents, precision, weights, queries }: Run): string {
  const { ndcg, mrr, recall } = meanOf(queries);
  const measures = `nDCG@10 ${ndcg.toFixed(4)}  MRR@10 ${mrr.toFixed(4)}  recall@100 ${recall.toFixed(4)}`;
  return `${set}  ${documents} documents  ${queries.length} queries  precision ${precision}  weights ${JSON.stringify(weights)}  ${measures}`;
}

const sets = positionals.map(readJudgedSet);
const { against } = values;
const before =
  against === undefined
    ? undefined
    : existsSync(against)
      ? readResults(against)
      : await measuredAt(sets, against);
const version = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();
const results = await measured(sets, version);
if (values.save !== undefined) writeResults(values.save, results);
if (before !== undefined) say(`against ${before.version}`);
for (const run of results.runs) {
  say(lineOf(run));
  if (before === undefined) continue;
  const earlier = counterpartOf(before, run);
  for (const line of earlier === undefined ? ['  no such run'] : comparisonLines(run, earlier)) say(line);
}
