import { EditsOfForm } from '../edits.ts';
import type { Dictionary } from '../segment/dictionary.ts';
import type { TextIndex } from '../segment/text-index.ts';

/** Characters at the beginning that a misspelling must have right. */
const FIXED = 2;

/** Words whose near ones are kept, per field of a segment. */
const KEPT_WORDS = 512;

/** Words of one field of one segment that a misspelt word may have meant; dead ones among them. Never changed. */
export interface NearWords {
  readonly words: readonly string[];
  readonly ordinals: Uint32Array;
  readonly edits: Uint8Array;
  /** The length of the form of the query word that was compared. */
  readonly lengths: Uint8Array;
}

const NONE: NearWords = {
  words: [],
  ordinals: new Uint32Array(0),
  edits: new Uint8Array(0),
  lengths: new Uint8Array(0),
};

/** Every write makes a new view, but segments stay, and so do the words that people look for. */
const kept = new WeakMap<TextIndex, Map<string, NearWords>>();

/** Edits that a form of this many characters may have. */
export const allowedEdits = (length: number): number => (length < 3 ? 0 : length < 6 ? 1 : 2);

/**
 * What `word` may have meant, by itself or by its stem; neither it nor words of its stem (docs/matching.md, section 5).
 * Cost: per word of the field that begins like it a look at its length, and a comparison where that is alike; later
 * searches find it kept.
 */
export function nearWords(text: TextIndex, word: string, stem: string): NearWords {
  let known = kept.get(text);
  if (known === undefined) {
    known = new Map();
    kept.set(text, known);
  }
  let near = known.get(word);
  if (near === undefined) {
    near = found(text, word, stem);
    if (known.size >= KEPT_WORDS) known.clear();
    known.set(word, near);
  }
  return near;
}

function found(text: TextIndex, word: string, stem: string): NearWords {
  const { words, stems, stemStarts, stemWords } = text;
  if (stems === undefined) return NONE;
  const byWord = new Map<number, { edits: number; length: number }>();
  eachWithin(words, word, (ordinal, edits, length) => byWord.set(ordinal, { edits, length }));
  // Words before stems: a draw goes to the comparison of words.
  eachWithin(stems, stem, (ordinal, edits, length) => {
    const end = stemStarts[ordinal + 1] as number;
    for (let at = stemStarts[ordinal] as number; at < end; at++) {
      const like = stemWords[at] as number;
      const before = byWord.get(like);
      if (before === undefined || edits < before.edits) byWord.set(like, { edits, length });
    }
  });
  for (const own of text.wordsOfStem(stem)) byWord.delete(own);
  if (byWord.size === 0) return NONE;
  const near = [...byWord];
  return {
    words: near.map(([ordinal]) => words.text(ordinal)),
    ordinals: Uint32Array.from(near, ([ordinal]) => ordinal),
    edits: Uint8Array.from(near, ([, { edits }]) => edits),
    lengths: Uint8Array.from(near, ([, { length }]) => length),
  };
}

/**
 * Calls `note` for every text that is within the allowed edits of `form`, at least one.
 * Where the beginning of a text is too far already, all texts with that beginning are passed over by halving.
 */
function eachWithin(
  texts: Dictionary,
  form: string,
  note: (ordinal: number, edits: number, length: number) => void,
): void {
  const characters = [...form];
  const { length } = characters;
  const allowed = allowedEdits(length);
  if (allowed === 0) return;
  const { blob, offsets } = texts;
  const [from, to] = texts.prefixRange(characters.slice(0, FIXED).join(''));
  if (from === to) return;
  const comparison = new EditsOfForm(form, allowed);
  for (let ordinal = from; ordinal < to; ) {
    const edits = comparison.to(blob, offsets[ordinal] as number, offsets[ordinal + 1] as number);
    if (edits >= 1 && edits <= allowed) note(ordinal, edits, length);
    ordinal = edits < 0 ? texts.endOfPrefix(ordinal, -edits, to) : ordinal + 1;
  }
}
