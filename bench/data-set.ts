import { createReadStream, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Settings } from './settings.ts';

/** A document of the benchmark data. */
export interface BenchDocument {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  readonly body: string;
  readonly section: string;
  readonly maintainer: string;
  readonly priority: string;
  readonly tags: readonly string[];
  readonly size: number;
  readonly published: string;
  readonly location: string;
}

/** The types of its fields. */
export const SCHEMA = {
  name: 'text',
  summary: 'text',
  body: 'text',
  section: 'text',
  maintainer: 'text',
  priority: 'text',
  tags: 'text',
  size: 'number',
  published: 'date',
  location: 'geolocation',
} as const;

/** A file of documents, one JSON object per line, and how many of them are used. */
export interface DataSet {
  readonly name: string;
  readonly file: string;
  readonly limit: number;
}

/** The requested sets that exist; `missing` names the others. */
export function findSets({ data, sets, documents }: Settings): { found: DataSet[]; missing: string[] } {
  const found: DataSet[] = [];
  const missing: string[] = [];
  for (const name of sets) {
    const file = join(data, `docs-${name}.ndjson`);
    if (existsSync(file)) found.push({ name, file, limit: documents });
    else missing.push(file);
  }
  return { found, missing };
}

export async function* readDocuments({ file, limit }: DataSet): AsyncGenerator<BenchDocument> {
  let count = 0;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    if (line === '') continue;
    if (count++ >= limit) return;
    yield JSON.parse(line);
  }
}

/** The documents in lists of `size`, the last one shorter. */
export async function* readBatches(set: DataSet, size: number): AsyncGenerator<BenchDocument[]> {
  let batch: BenchDocument[] = [];
  for await (const document of readDocuments(set)) {
    batch.push(document);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Bytes of the documents as JSON, to compare with the size of an index. */
export async function rawBytes(set: DataSet): Promise<number> {
  if (set.limit === Number.MAX_SAFE_INTEGER) return statSync(set.file).size;
  let bytes = 0;
  for await (const document of readDocuments(set)) bytes += Buffer.byteLength(JSON.stringify(document)) + 1;
  return bytes;
}

/**
 * The change to a document after the load: of 5 %, evenly spread, half are written again and half are deleted. So every
 * engine has deleted documents in its segments, as in production.
 */
export function fateOf(number: number): 'kept' | 'replaced' | 'deleted' {
  if (number % 20 !== 10) return 'kept';
  return number % 40 === 10 ? 'deleted' : 'replaced';
}
