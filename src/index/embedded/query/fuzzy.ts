import { EditsOfForm } from '../edits.ts';
import { compareTexts, type Dictionary } from '../segment/dictionary.ts';
import type { View } from '../view.ts';

/** Characters at the beginning that a word must have right. */
const FIXED = 2;
const MOST_WORDS = 50;

export interface FuzzyWord {
  readonly word: string;
  /** 1 for the word itself, less with every edit. */
  readonly likeness: number;
}

/**
 * The words of a field within so many edits of a word, itself among them: the 50 that are likest, then the first in
 * order of bytes. This is the rule of a fuzzy node in a query tree; plain queries have one of their own
 * (docs/matching.md, section 5).
 */
export function fuzzyWords(view: View, field: string, word: string, edits: 1 | 2): FuzzyWord[] {
  return wordsIn(view, field, likeWords(view, word, edits));
}

/** The words of all fields, the likest first. */
export function likeWords(view: View, word: string, edits: 1 | 2): FuzzyWord[] {
  const found = new Map<string, number>();
  for (const { words } of view.vocabulary.runs) noteLike(words, word, edits, found);
  const like = [...found].map(([word, likeness]) => ({ word, likeness }));
  return like.sort((a, b) => b.likeness - a.likeness || compareTexts(a.word, b.word));
}

/** The first of these words that a field has. */
export function wordsIn(view: View, field: string, like: readonly FuzzyWord[]): FuzzyWord[] {
  const best: FuzzyWord[] = [];
  for (const candidate of like) {
    if (best.length === MOST_WORDS) break;
    if (view.ordinalsOf(field, candidate.word).some((ordinal) => ordinal >= 0)) best.push(candidate);
  }
  return best;
}

/** Cost: that of `Vocabulary.variants`. */
function noteLike(texts: Dictionary, form: string, allowed: number, found: Map<string, number>): void {
  const { blob, offsets } = texts;
  const comparison = new EditsOfForm(form, allowed);
  const [from, to] = texts.prefixRange([...form].slice(0, FIXED).join(''));
  for (let ordinal = from; ordinal < to; ) {
    const edits = comparison.to(blob, offsets[ordinal] as number, offsets[ordinal + 1] as number);
    if (edits >= 0 && edits <= allowed) {
      const text = texts.text(ordinal);
      found.set(text, edits === 0 ? 1 : 1 - edits / Math.min(comparison.length, [...text].length));
    }
    ordinal = edits < 0 ? texts.endOfPrefix(ordinal, -edits, to) : ordinal + 1;
  }
}
