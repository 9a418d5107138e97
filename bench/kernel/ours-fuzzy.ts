import { EditsOfForm } from '../../src/index/embedded/edits.ts';
import type { Dictionary } from '../../src/index/embedded/segment/dictionary.ts';
import type { View } from '../../src/index/embedded/view.ts';
import { EXPANSIONS, FIXED_LETTERS } from './tree.ts';

/*
 * A stand-in until the engine offers this itself (needed.md): the words of a fuzzy node, by the rule that Lucene's
 * fuzzy query has, so that both sides look for the same words.
 */

export interface FuzzyWord {
  readonly word: string;
  /** 1 for the word itself, less with every edit. */
  readonly likeness: number;
}

/** The best 50 words of a field: the likest, then in order of bytes. */
export function fuzzyWords(view: View, field: string, word: string, edits: number): FuzzyWord[] {
  const found = new Map<string, FuzzyWord>();
  for (const { words } of view.vocabulary.runs) {
    eachWithin(words, word, edits, (text, likeness) => found.set(text, { word: text, likeness }));
  }
  const ordered = [...found.values()].sort(
    (a, b) => b.likeness - a.likeness || Buffer.compare(Buffer.from(a.word), Buffer.from(b.word)),
  );
  const best: FuzzyWord[] = [];
  for (const candidate of ordered) {
    if (best.length === EXPANSIONS) break;
    if (view.states.some(({ segment }) => (segment.text(field)?.words.find(candidate.word) ?? -1) >= 0)) {
      best.push(candidate);
    }
  }
  return best;
}

function eachWithin(
  texts: Dictionary,
  form: string,
  allowed: number,
  note: (text: string, likeness: number) => void,
): void {
  const { blob, offsets } = texts;
  const comparison = new EditsOfForm(form, allowed);
  const [from, to] = texts.prefixRange([...form].slice(0, FIXED_LETTERS).join(''));
  for (let ordinal = from; ordinal < to; ) {
    const edits = comparison.to(blob, offsets[ordinal] as number, offsets[ordinal + 1] as number);
    if (edits >= 0 && edits <= allowed) {
      const text = texts.text(ordinal);
      note(text, edits === 0 ? 1 : 1 - edits / Math.min(comparison.length, [...text].length));
    }
    ordinal = edits < 0 ? texts.endOfPrefix(ordinal, -edits, to) : ordinal + 1;
  }
}
