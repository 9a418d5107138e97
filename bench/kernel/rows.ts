import { closeSync, createReadStream, existsSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { analyzerFor } from '../../src/analysis/language.ts';
import { type BenchDocument, type DataSet, readBatches } from '../data-set.ts';

/*
 * Documents as lines for engines that should not spend time on JSON, with columns separated by tabs:
 *
 *   id name summary body section maintainer priority tags size published latitude longitude
 *
 * In a file of words, name, summary and body are split by our analyzer, with one space between words, so that all
 * engines have the same tokens. In a file of texts they are unchanged except for tabs and line breaks. Tags are
 * separated by U+001F.
 */
export const LANGUAGE = 'en';
const BETWEEN_TAGS = '\u001f';
const AT_ONCE = 5_000;

export interface Row {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  readonly body: string;
  readonly section: string;
  readonly maintainer: string;
  readonly priority: string;
  readonly tags: readonly string[];
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly published: number;
  readonly lat: number;
  readonly lon: number;
}

/** Writes the file of a set if it does not exist; returns its path. */
export async function writeRows(set: DataSet, kind: 'words' | 'texts', folder: string): Promise<string> {
  const limit = set.limit === Number.MAX_SAFE_INTEGER ? 'all' : String(set.limit);
  const path = join(folder, `${kind}-${set.name}-${limit}.tsv`);
  if (existsSync(path)) return path;
  const cut = kind === 'words' ? wordsOf : flat;
  const file = openSync(`${path}.part`, 'w');
  for await (const batch of readBatches(set, AT_ONCE)) {
    writeSync(file, batch.map((document) => `${lineOf(document, cut)}\n`).join(''));
  }
  closeSync(file);
  renameSync(`${path}.part`, path);
  return path;
}

const flat = (text: string): string => text.replace(/[\t\r\n\u2028\u2029]/g, ' ');

export function wordsOf(text: string): string {
  const words: string[] = [];
  analyzerFor(LANGUAGE).words(text, (word) => words.push(word));
  return words.join(' ');
}

function lineOf(document: BenchDocument, cut: (text: string) => string): string {
  const { id, name, summary, body, section, maintainer, priority, tags, size, published, location } =
    document;
  const texts = [name, summary, body].map(cut);
  const values = [section, maintainer, priority, tags.join(BETWEEN_TAGS)].map(flat);
  const [lat, lon] = location.split(',');
  return [id, ...texts, ...values, size, Date.parse(published), lat, lon].join('\t');
}

export async function* readRows(path: string): AsyncGenerator<Row> {
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    const [id, name, summary, body, section, maintainer, priority, tags, size, published, lat, lon] =
      line.split('\t') as [string, ...string[]] & { length: 12 };
    yield {
      id,
      name: name ?? '',
      summary: summary ?? '',
      body: body ?? '',
      section: section ?? '',
      maintainer: maintainer ?? '',
      priority: priority ?? '',
      tags: tags === '' || tags === undefined ? [] : tags.split(BETWEEN_TAGS),
      size: Number(size),
      published: Number(published),
      lat: Number(lat),
      lon: Number(lon),
    };
  }
}
