import { EditsOfForm } from './edits.ts';
import { Dictionary, DictionaryWriter } from './segment/dictionary.ts';
import { layOut, type Parts } from './segment/lay-out.ts';
import { STEPS } from './segment/merge-map.ts';
import { OrderedWalk } from './segment/ordered-walk.ts';
import { type SectionEntry, Sections } from './segment/sections.ts';
import type { Segment } from './segment/segment.ts';
import { mergeStems, type StemTable } from './segment/stem-table.ts';

/** Characters at the beginning that a misspelling must have right. */
const FIXED = 2;

/** Forms whose like ones a run keeps, of each kind. */
const KEPT_FORMS = 1024;

export interface Variant {
  readonly word: string;
  readonly edits: number;
  /** The length of the form of the query word that was compared. */
  readonly length: number;
}

/** Edits that a form of this many characters may have. */
export const allowedEdits = (length: number): number => (length < 3 ? 0 : length < 6 ? 1 : 2);

/** A run as plain data, which other threads can be given and files can hold: they share its buffer. */
export interface RunImage {
  readonly buffer: SharedArrayBuffer;
  readonly entries: readonly SectionEntry[];
}

/**
 * Words in order, the stems they have, in order, and which words share a stem. Never changed.
 *
 *   words, stems           dictionaries
 *   stemStarts, stemWords  stem s has the words stemWords[stemStarts[s] .. stemStarts[s + 1]]
 */
export class VocabularyRun implements StemTable {
  readonly image: RunImage;
  readonly words: Dictionary;
  readonly stems: Dictionary;
  readonly stemStarts: Uint32Array;
  readonly stemWords: Uint32Array;
  /** What was looked up lately: every write makes a new view, but most runs stay. */
  readonly #nearWords = new Map<string, readonly Variant[]>();
  readonly #nearStems = new Map<string, readonly Variant[]>();

  private constructor(sections: Sections) {
    this.image = { buffer: sections.buffer, entries: sections.entries };
    this.words = new Dictionary(sections, 'words');
    this.stems = new Dictionary(sections, 'stems');
    this.stemStarts = sections.words('stemStarts');
    this.stemWords = sections.words('stemWords');
  }

  static of({ buffer, entries }: RunImage): VocabularyRun {
    return new VocabularyRun(new Sections(buffer, entries));
  }

  /** Its words. */
  get size(): number {
    return this.words.size;
  }

  get byteLength(): number {
    return this.image.buffer.byteLength;
  }

  /** Its words within the allowed edits of a word, that word itself aside. */
  nearWord(word: string): readonly Variant[] {
    return kept(this.#nearWords, word, () => {
      const near: Variant[] = [];
      eachWithin(this.words, word, (ordinal, edits, length) => {
        near.push({ word: this.words.text(ordinal), edits, length });
      });
      return near;
    });
  }

  /** The words of its stems within the allowed edits of a stem. */
  nearStem(stem: string): readonly Variant[] {
    return kept(this.#nearStems, stem, () => {
      const near: Variant[] = [];
      eachWithin(this.stems, stem, (ordinal, edits, length) => {
        for (
          let at = this.stemStarts[ordinal] as number;
          at < (this.stemStarts[ordinal + 1] as number);
          at++
        ) {
          near.push({ word: this.words.text(this.stemWords[at] as number), edits, length });
        }
      });
      return near;
    });
  }
}

function kept(
  lists: Map<string, readonly Variant[]>,
  form: string,
  find: () => readonly Variant[],
): readonly Variant[] {
  const known = lists.get(form);
  if (known !== undefined) return known;
  const found = find();
  if (lists.size >= KEPT_FORMS) lists.clear();
  lists.set(form, found);
  return found;
}

/** A run of the words of all text fields of some segments. The id is no text that anybody misspells. */
export function* runOfSegments(segments: readonly Segment[]): Generator<void, VocabularyRun> {
  const sources: WordSource[] = [];
  for (const { texts } of segments) {
    for (const { words, stemTable } of texts.values()) {
      if (stemTable !== undefined) sources.push({ words, ...stemTable });
    }
  }
  return yield* mergedWords(sources);
}

/** Several runs as one. */
export function* mergedRuns(runs: readonly VocabularyRun[]): Generator<void, VocabularyRun> {
  return yield* mergedWords(runs);
}

/**
 * How many of the newest runs should be made into one, 0 if all may stay as they are: while the run before is less
 * than twice as long, it is taken in. So there are few runs, and each word is copied few times.
 */
export function runsToMerge(runs: readonly VocabularyRun[]): number {
  let taken = 1;
  let size = runs.at(-1)?.size ?? 0;
  for (
    let before = runs.at(-2);
    before !== undefined && before.size < 2 * size;
    before = runs.at(-1 - taken)
  ) {
    taken++;
    // Both may have the same words: it is at least as long as the longer one.
    size = Math.max(size, before.size);
  }
  return taken > 1 ? taken : 0;
}

interface WordSource extends StemTable {
  readonly words: Dictionary;
}

function* mergedWords(sources: readonly WordSource[]): Generator<void, VocabularyRun> {
  const words = new DictionaryWriter();
  const ordinals = sources.map((source) => new Uint32Array(source.words.size));
  const walk = new OrderedWalk(sources.map((source) => source.words));
  for (let steps = 1; walk.next(); steps++) {
    for (let h = 0; h < walk.count; h++) {
      const holder = walk.holders[h] as number;
      (ordinals[holder] as Uint32Array)[walk.ordinals[holder] as number] = words.size;
    }
    walk.copyTo(words);
    if (steps % STEPS === 0) yield;
  }
  const { table } = yield* mergeStems(
    sources.map((source, i) => ({ table: source, words: ordinals[i] as Uint32Array })),
    words.size,
  );
  const parts: Parts = new Map();
  words.addTo(parts, 'words');
  table.addTo(parts, '');
  return VocabularyRun.of(yield* layOut(parts));
}

/**
 * The words of all text fields and segments of a generation: where misspellings are looked up. One for the whole
 * engine, as a search per segment would cost as many times more.
 * Kept in runs of falling size; a new segment adds a small run, and runs of like size are made into one. Words that
 * died with their documents stay until the next generation: whoever asks counts living documents anyway.
 */
export class Vocabulary {
  readonly runs: readonly VocabularyRun[];
  readonly #stem: (word: string) => string;

  constructor(runs: readonly VocabularyRun[], stem: (word: string) => string) {
    this.runs = runs;
    this.#stem = stem;
  }

  /** Words that a misspelt word may have meant, in no order; neither it nor words of its stem. */
  variants(word: string): Variant[] {
    const stem = this.#stem(word);
    const found = new Map<string, Variant>();
    const note = (variant: Variant) => {
      const known = found.get(variant.word);
      if (known === undefined || variant.edits < known.edits) found.set(variant.word, variant);
    };
    // Words before stems: a draw goes to the comparison of words.
    for (const run of this.runs) run.nearWord(word).forEach(note);
    for (const run of this.runs) run.nearStem(stem).forEach(note);
    return [...found.values()].filter(
      (variant) => variant.word !== word && this.#stem(variant.word) !== stem,
    );
  }
}

/**
 * Calls `note` for every text that is within the allowed edits of `form`, at least one.
 * Cost: per text that begins like the form a look at its length; per text of like length a comparison, but where the
 * beginning of a text is too far already, all texts with that beginning are passed over by halving.
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
  const comparison = new EditsOfForm(form, allowed);
  const [from, to] = texts.prefixRange(characters.slice(0, FIXED).join(''));
  for (let ordinal = from; ordinal < to; ) {
    const edits = comparison.to(blob, offsets[ordinal] as number, offsets[ordinal + 1] as number);
    if (edits >= 1 && edits <= allowed) note(ordinal, edits, length);
    ordinal = edits < 0 ? texts.endOfPrefix(ordinal, -edits, to) : ordinal + 1;
  }
}
