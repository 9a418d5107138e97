import { type BenchServer, indexAll } from '../server.ts';
import type { JudgedSet } from './judged-set.ts';
import { measuresOf, RECALL_DEPTH } from './measures.ts';
import type { Run } from './results.ts';

export interface RunOptions {
  readonly language: string;
  readonly precisions: readonly number[];
  readonly weights: Readonly<Record<string, number>>;
}

/** Indexes a set into a new engine and runs every query at each precision, over all fields. */
export async function runSet(server: BenchServer, set: JudgedSet, options: RunOptions): Promise<Run[]> {
  const { language, precisions, weights } = options;
  await server.call('POST', '/engines', { name: set.name, language });
  await indexAll(server, set.name, set.documents);
  const fields = Object.keys(await server.call('GET', `/engines/${set.name}/schema`));
  const search_fields = Object.fromEntries(fields.map((field) => [field, { weight: weights[field] ?? 1 }]));
  const runs: Run[] = [];
  for (const precision of precisions) {
    const queries: Run['queries'][number][] = [];
    for (const { id, text, grades } of set.queries) {
      const { results } = await server.call('POST', `/engines/${set.name}/search`, {
        query: text,
        precision,
        page: { size: RECALL_DEPTH },
        result_fields: { id: { raw: {} } },
        search_fields,
      });
      const ranking = results.map((result: { id: { raw: string } }) => result.id.raw);
      queries.push({ id, text, ...measuresOf(ranking, grades) });
    }
    runs.push({ set: set.name, documents: set.documents.length, precision, weights, queries });
  }
  return runs;
}
