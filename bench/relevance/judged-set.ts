import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readLines } from '../lines.ts';

/** A query and the grade of each judged document; a document without a grade counts as not relevant. */
export interface JudgedQuery {
  readonly id: string;
  readonly text: string;
  readonly grades: ReadonlyMap<string, number>;
}

/** A test collection: documents, queries and relevance judgments. */
export interface JudgedSet {
  readonly name: string;
  readonly documents: ReadonlyArray<Record<string, unknown>>;
  readonly queries: readonly JudgedQuery[];
}

/**
 * Reads a folder in BEIR form: `corpus.jsonl` (or `corpus.jsonl.gz`) and `queries.jsonl` with an `_id` per line, and
 * `qrels.tsv` with the columns query, document and grade. Queries without a relevant document are left out, as no
 * ranking of them can be better than another.
 */
export function readJudgedSet(folder: string): JudgedSet {
  const judgments = readJudgments(join(folder, 'qrels.tsv'));
  const queries = readLines(join(folder, 'queries.jsonl')).flatMap(({ _id, text }): JudgedQuery[] => {
    const grades = judgments.get(String(_id));
    if (grades === undefined || ![...grades.values()].some((grade) => grade > 0)) return [];
    return [{ id: String(_id), text: String(text), grades }];
  });
  return {
    name: basename(folder)
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-'),
    documents: readLines(join(folder, 'corpus.jsonl')).map(asDocument),
    queries,
  };
}

/** Grades by query and document. The first line is the header. */
function readJudgments(path: string): Map<string, Map<string, number>> {
  const judgments = new Map<string, Map<string, number>>();
  for (const line of readFileSync(path, 'utf8').split('\n').slice(1)) {
    const [query, document, grade] = line.split('\t');
    if (query === undefined || document === undefined || grade === undefined) continue;
    const grades = judgments.get(query) ?? new Map<string, number>();
    judgments.set(query, grades.set(document, Number(grade)));
  }
  return judgments;
}

/** Keeps members that are valid fields, and turns `_id` into the document's id. */
function asDocument({ _id, ...rest }: Record<string, unknown>): Record<string, unknown> {
  const fields = Object.entries(rest).filter(
    ([name, value]) => /^[a-z][a-z0-9_]*$/.test(name) && value !== null && !isPlainObject(value),
  );
  return { ...Object.fromEntries(fields), id: String(_id) };
}

const isPlainObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
