import { existsSync } from 'node:fs';
import { parsePairLine } from '../comparison/pair-line.ts';
import type { SearchPair } from '../comparison/search-pair.ts';
import { shadowFiles } from '../shadow/shadow-log.ts';
import { boundedText } from './bounded-file.ts';
import { UsageError } from './command.ts';

/** The largest file, and the newest searches of it that are shown. */
const MOST_MEGABYTES = 64;
const MOST_PAIRS = 10_000;

export interface ShadowRecords {
  readonly pairs: readonly SearchPair[];
  readonly source: string;
  readonly notes: readonly string[];
}

/** The searches that shadow mode has recorded: in a file, or in those of the data folder. */
export async function readShadowRecords(file: string | undefined, folder: string): Promise<ShadowRecords> {
  const { current, previous } = shadowFiles(folder);
  const files = file === undefined ? [previous, current].filter((path) => existsSync(path)) : [file];
  if (files.length === 0) {
    throw new UsageError(`Shadow mode has not recorded any searches in the data folder ${folder} yet.`);
  }
  const pairs: SearchPair[] = [];
  let unreadable = 0;
  for (const path of files) {
    for (const line of (await boundedText(path, MOST_MEGABYTES)).split('\n')) {
      if (line.trim() === '') continue;
      const pair = parsePairLine(line);
      if (pair === undefined) unreadable++;
      else pairs.push(pair);
    }
  }
  const source = files.join(' and ');
  if (pairs.length === 0) throw new UsageError(`${source} has no searches that shadow mode has recorded.`);
  const newest = pairs.slice(-MOST_PAIRS);
  const notes = [`Recorded from ${newest[0]?.time ?? '?'} to ${newest.at(-1)?.time ?? '?'}.`];
  if (newest.length < pairs.length) notes.push(`The newest ${MOST_PAIRS} of ${pairs.length} searches.`);
  if (unreadable > 0) notes.push(`${unreadable} lines cannot be read and were left out.`);
  return { pairs: newest, source, notes };
}
