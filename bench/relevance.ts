/**
 * How good are the first results? nDCG@10 and recall@100 on a folder in BEIR form (corpus.jsonl[.gz], queries.jsonl,
 * qrels.tsv), asked through the HTTP API over all text fields.
 *
 *   npm run bench:relevance -- FOLDER [FOLDER...] [--weights '{"title":5}'] [--precision 1,2] [--language en]
 */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { readLines } from './lines.ts';
import { type BenchServer, indexAll, say, startServer } from './server.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    weights: { type: 'string', default: '{}' },
    precision: { type: 'string', default: '1,2' },
    language: { type: 'string', default: 'en' },
  },
});
if (positionals.length === 0) throw new Error('Say which folders to measure on.');
const weights: Record<string, number> = JSON.parse(values.weights);

/** Grades by query and document. */
function readJudgements(path: string): Map<string, Map<string, number>> {
  const judgements = new Map<string, Map<string, number>>();
  for (const line of readFileSync(path, 'utf8').split('\n').slice(1)) {
    const [query, document, grade] = line.split('\t');
    if (query === undefined || document === undefined || grade === undefined) continue;
    const grades = judgements.get(query) ?? new Map<string, number>();
    judgements.set(query, grades.set(document, Number(grade)));
  }
  return judgements;
}

const gain = (grade: number, rank: number): number => (2 ** grade - 1) / Math.log2(rank + 2);

function quality(found: readonly string[], grades: ReadonlyMap<string, number>) {
  const ideal = [...grades.values()].sort((a, b) => b - a).slice(0, 10);
  const best = ideal.reduce((sum, grade, rank) => sum + gain(grade, rank), 0);
  const got = found.slice(0, 10).reduce((sum, id, rank) => sum + gain(grades.get(id) ?? 0, rank), 0);
  const relevant = [...grades].filter(([, grade]) => grade > 0).map(([id]) => id);
  return { ndcg: got / best, recall: relevant.filter((id) => found.includes(id)).length / relevant.length };
}

/** A document as we take it: only names that a field may have, `_id` as the id. */
function asDocument({ _id, ...rest }: Record<string, unknown>): Record<string, unknown> {
  const fields = Object.entries(rest).filter(
    ([name, value]) => /^[a-z][a-z0-9_]*$/.test(name) && value !== null && !isPlainObject(value),
  );
  return { ...Object.fromEntries(fields), id: String(_id) };
}
const isPlainObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

async function measure(server: BenchServer, folder: string): Promise<void> {
  const engine = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  const documents = readLines(join(folder, 'corpus.jsonl')).map(asDocument);
  await server.call('POST', '/engines', { name: engine, language: values.language });
  await indexAll(server, engine, documents);
  const judgements = readJudgements(join(folder, 'qrels.tsv'));
  const queries = readLines(join(folder, 'queries.jsonl'));
  const fields = Object.keys(await server.call('GET', `/engines/${engine}/schema`));
  for (const precision of values.precision.split(',').map(Number)) {
    const totals = { ndcg: 0, recall: 0, queries: 0 };
    for (const { _id, text } of queries) {
      const grades = judgements.get(String(_id));
      if (grades === undefined || ![...grades.values()].some((grade) => grade > 0)) continue;
      const answer = await server.call('POST', `/engines/${engine}/search`, {
        query: text,
        precision,
        page: { size: 100 },
        result_fields: { id: { raw: {} } },
        search_fields: Object.fromEntries(fields.map((field) => [field, { weight: weights[field] ?? 1 }])),
      });
      const found = answer.results.map((result: { id: { raw: string } }) => result.id.raw);
      const { ndcg, recall } = quality(found, grades);
      totals.ndcg += ndcg;
      totals.recall += recall;
      totals.queries++;
    }
    const mean = (sum: number): string => (sum / totals.queries).toFixed(4);
    say(
      `${engine}  ${documents.length} documents  ${totals.queries} queries  precision ${precision}  weights ${values.weights}  nDCG@10 ${mean(totals.ndcg)}  recall@100 ${mean(totals.recall)}`,
    );
  }
}

const server = await startServer({ FINDLING_QUERY_LIMIT: '2000' });
try {
  for (const folder of positionals) await measure(server, folder);
} finally {
  await server.close();
}
