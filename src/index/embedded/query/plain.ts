import type { View } from '../view.ts';
import { Reading } from './accumulate.ts';
import { type Clause, type FieldClauses, needOf } from './clauses.ts';
import type { Matches } from './match.ts';
import { queryWords } from './query-words.ts';
import { Rooms } from './rooms.ts';
import { FIRST_WORDS } from './scratch.ts';
import { fieldSources, type Source, termCount, type WordSources } from './sources.ts';
import { K_SLOPE, type Precision, precisionOf } from './ways.ts';
import { matchSegment } from './windows.ts';

/** Finds and scores the documents of a plain text; docs/matching.md, section 4. It pauses after each window. */
export function* matchPlain(
  view: View,
  text: string,
  fields: ReadonlyArray<{ readonly name: string; readonly weight: number }>,
  precisionLevel: number,
  matches: Matches,
): Generator<void, void> {
  const precision: Precision = precisionOf(precisionLevel);
  const textFields = fields.map((field) => field.name).filter((name) => name !== 'id');
  const words = queryWords(view, text, precision, textFields);
  if (words.length === 0) return;
  const counting = [...words.keys()].filter((number) => words[number]?.counts);
  const need = needOf(counting, words.length, precision.needed(counting.length), precision.inOneField);
  const plans = fields.map(({ name, weight }) => ({
    name,
    weight,
    slope: K_SLOPE / averageOf(view, name),
    perSegment: fieldSources(view, name, words, precision),
  }));
  const rooms = new Rooms();
  for (const [i, state] of view.states.entries()) {
    rooms.free();
    const clauses: FieldClauses[] = [];
    for (const { name, weight, slope, perSegment } of plans) {
      const text = state.segment.text(name);
      const found = perSegment[i];
      if (text === undefined || found === undefined || found.length === 0) continue;
      const inField = found.map((word) => ({ ...word, clause: clauseOf(word, rooms), required: 0 }));
      clauses.push({ text, weight, slope, words: inField });
    }
    const work = { number: i, state, fields: clauses, scouts: undefined };
    if (clauses.length > 0) yield* matchSegment(work, need, matches);
  }
}

/** A word that only one term stands for is scored at once, without a look at its ways. */
function clauseOf({ word, sources: all }: WordSources, rooms: Rooms): Clause {
  const sources = all.filter((source) => !all.some((other) => isCovered(source, other)));
  const [only, ...others] = sources;
  const term = only === undefined ? -1 : onlyTerm(only);
  if (only === undefined || others.length > 0 || term < 0 || word >= FIRST_WORDS) {
    return { kind: 'ways', sources };
  }
  return { kind: 'term', reading: new Reading(only.postings, term, rooms.next()), weight: only.weight };
}

/** The term of a way that has one term and nothing else, -1 if it has more. */
function onlyTerm({ terms, lists }: Source): number {
  if (lists.length > 0 || termCount(terms) !== 1) return -1;
  return terms[0] as number;
}

/** Whether another way finds the same and weighs more: a word that nothing else begins with, or is inflected from. */
function isCovered(source: Source, by: Source): boolean {
  if (source === by || source.weight >= by.weight || source.postings !== by.postings) return false;
  const term = onlyTerm(source);
  return term >= 0 && term === onlyTerm(by);
}

export function averageOf(view: View, field: string): number {
  const { docs, words } = view.totals(field);
  return docs === 0 ? 1 : words / docs;
}
