import { codePoints, editsBetween } from './edits.ts';
import { compareTexts } from './segment/dictionary.ts';

/** Characters at the beginning that a misspelling must have right. */
const FIXED = 2;

export interface Variant {
  readonly word: string;
  readonly edits: number;
  /** The length of the form of the query word that was compared. */
  readonly length: number;
}

/** Edits that a form of this many characters may have. */
export const allowedEdits = (length: number): number => (length < 3 ? 0 : length < 6 ? 1 : 2);

const formCodes = new Uint32Array(256);
const textCodes = new Uint32Array(256);

/** Words in order, and the stems they have, in order. Never changed. */
interface Run {
  readonly words: readonly string[];
  readonly stems: readonly string[];
  readonly wordsOfStem: ReadonlyMap<string, readonly string[]>;
}

function makeRun(words: readonly string[], stem: (word: string) => string): Run {
  const wordsOfStem = new Map<string, string[]>();
  for (const word of words) {
    const of = stem(word);
    const known = wordsOfStem.get(of);
    if (known === undefined) wordsOfStem.set(of, [word]);
    else known.push(word);
  }
  return { words, stems: [...wordsOfStem.keys()].sort(compareTexts), wordsOfStem };
}

/**
 * The words of all text fields and segments of a generation: where misspellings are looked up. One for the whole
 * engine, as a search per segment would cost as many times more.
 * Kept in runs of falling size; a new segment adds a small run, and runs of like size are made into one. Words that
 * died with their documents stay until the next generation: whoever asks counts living documents anyway.
 */
export class Vocabulary {
  readonly #runs: readonly Run[];
  readonly #stem: (word: string) => string;

  private constructor(runs: readonly Run[], stem: (word: string) => string) {
    this.#runs = runs;
    this.#stem = stem;
  }

  static empty(stem: (word: string) => string): Vocabulary {
    return new Vocabulary([], stem);
  }

  /** This vocabulary and further words, which come in order. */
  with(words: readonly string[]): Vocabulary {
    if (words.length === 0) return this;
    const runs = [...this.#runs];
    let added = words;
    for (
      let last = runs.at(-1);
      last !== undefined && last.words.length < 2 * added.length;
      last = runs.at(-1)
    ) {
      added = merged(last.words, added);
      runs.pop();
    }
    runs.push(makeRun(added, this.#stem));
    return new Vocabulary(runs, this.#stem);
  }

  /** Words that a misspelt word may have meant, in no order; neither it nor words of its stem. */
  variants(word: string): Variant[] {
    const stem = this.#stem(word);
    const found = new Map<string, Variant>();
    const note = (candidate: string, edits: number, length: number) => {
      const known = found.get(candidate);
      if (known === undefined || edits < known.edits)
        found.set(candidate, { word: candidate, edits, length });
    };
    for (const run of this.#runs) {
      // Words before stems: a draw goes to the comparison of words.
      eachWithin(run.words, word, note);
    }
    for (const run of this.#runs) {
      eachWithin(run.stems, stem, (candidate, edits, length) => {
        for (const inflection of run.wordsOfStem.get(candidate) ?? []) note(inflection, edits, length);
      });
    }
    return [...found.values()].filter(
      (variant) => variant.word !== word && this.#stem(variant.word) !== stem,
    );
  }
}

/** Calls `note` for every text that is within the allowed edits of `form`, at least one. */
function eachWithin(
  texts: readonly string[],
  form: string,
  note: (text: string, edits: number, length: number) => void,
): void {
  const length = codePoints(form, formCodes);
  const allowed = allowedEdits(length);
  if (allowed === 0) return;
  const fixed = String.fromCodePoint(...formCodes.subarray(0, FIXED));
  for (let at = lowerBound(texts, fixed); at < texts.length; at++) {
    const text = texts[at] as string;
    if (!text.startsWith(fixed)) return;
    // Cheap bound first: an edit changes the length in UTF-16 by two at most.
    if (Math.abs(text.length - form.length) > 2 * allowed) continue;
    const edits = editsBetween(formCodes, length, textCodes, codePoints(text, textCodes), allowed);
    if (edits >= 1 && edits <= allowed) note(text, edits, length);
  }
}

function lowerBound(texts: readonly string[], text: string): number {
  let low = 0;
  let high = texts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareTexts(texts[middle] as string, text) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Two lists in order as one, each text once. */
function merged(a: readonly string[], b: readonly string[]): string[] {
  const result: string[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const left = a[i];
    const right = b[j];
    const order = left === undefined ? 1 : right === undefined ? -1 : compareTexts(left, right);
    result.push((order <= 0 ? left : right) as string);
    if (order <= 0) i++;
    if (order >= 0) j++;
  }
  return result;
}
