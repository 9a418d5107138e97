import { extname } from 'node:path';
import type { SentSearch } from '../comparison/search-pair.ts';
import { isObject } from '../json/object.ts';
import { boundedText } from './bounded-file.ts';
import { UsageError } from './command.ts';

/** The largest file of queries. */
const MOST_MEGABYTES = 32;

/** Searches to compare, and what the report says about them. */
export interface Queries {
  readonly searches: readonly SentSearch[];
  /** Where they come from. */
  readonly source: string;
  readonly notes: readonly string[];
}

/** A query of a file with its place in it. */
interface Entry {
  readonly place: string;
  readonly value: unknown;
}

/**
 * Reads queries from a file. `.ndjson` and `.jsonl` have one JSON value per line, `.json` has a list of them, and every
 * other file has one query per line. A JSON value is a query or a whole search, which may name its `engine`.
 */
export async function queriesOfFile(
  file: string,
  engine: string | undefined,
  limit: number,
): Promise<Queries> {
  const text = await boundedText(file, MOST_MEGABYTES);
  const all = entriesOf(file, text).map((entry) => searchOf(entry, engine));
  if (all.length === 0) throw new UsageError(`${file} has no queries.`);
  const notes =
    all.length > limit ? [`The file has ${all.length} queries; the first ${limit} were sent (--limit).`] : [];
  return { searches: all.slice(0, limit), source: file, notes };
}

function entriesOf(file: string, text: string): readonly Entry[] {
  if (extname(file).toLowerCase() === '.json') return listEntries(file, text);
  const isJson = ['.ndjson', '.jsonl'].includes(extname(file).toLowerCase());
  return text.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return [];
    const place = `Line ${at + 1} of ${file}`;
    return { place, value: isJson ? jsonOfLine(line, place) : line.trim() };
  });
}

function jsonOfLine(line: string, place: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new UsageError(`${place} cannot be parsed as JSON.`);
  }
}

function listEntries(file: string, text: string): readonly Entry[] {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch (error) {
    // Node names the line unless the text ends too early.
    const [, line = String(text.split('\n').length)] = /\(line (\d+)/.exec((error as Error).message) ?? [];
    throw new UsageError(`${file} cannot be parsed as JSON: the problem is at line ${line}.`);
  }
  if (!Array.isArray(list)) throw new UsageError(`${file} must be a list of queries: [ … ].`);
  return list.map((value, at) => ({ place: `Entry ${at + 1} of ${file}`, value }));
}

function searchOf({ place, value }: Entry, fallback: string | undefined): SentSearch {
  const search = typeof value === 'string' ? { query: value } : value;
  if (!isObject(search)) throw new UsageError(`${place} must be a query or an object with search options.`);
  const { engine = fallback, ...options } = search;
  if (typeof options.query !== 'string' && typeof options.query !== 'number') {
    throw new UsageError(`${place} has no query.`);
  }
  if (engine === undefined) throw new UsageError(`${place} names no engine. Name one with --engine.`);
  if (typeof engine !== 'string' || engine === '') {
    throw new UsageError(`${place} has an engine that is not a name.`);
  }
  return { engine, options };
}
