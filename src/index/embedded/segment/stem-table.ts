import { type Dictionary, DictionaryWriter } from './dictionary.ts';
import { GrowableUint32Array } from './growable-arrays.ts';
import { KWayMerge } from './k-way-merge.ts';
import { DELETED, STEPS_PER_YIELD } from './merge-map.ts';
import type { SectionSources } from './serializer.ts';

/** The words of each stem: stem s has the words stemWords[stemStarts[s] .. stemStarts[s + 1]], in order. */
export interface StemTable {
  readonly stems: Dictionary;
  readonly stemStarts: Uint32Array;
  readonly stemWords: Uint32Array;
}

/** A stem table that is not serialized yet. */
export class NewStemTable {
  readonly #stems: DictionaryWriter;
  readonly #starts: Uint32Array;
  readonly #words: Uint32Array;

  private constructor(stems: DictionaryWriter, starts: Uint32Array, words: Uint32Array) {
    this.#stems = stems;
    this.#starts = starts;
    this.#words = words;
  }

  /** Sorts words by stem with a counting sort; words of one stem stay in order. */
  static *of(stems: DictionaryWriter, stemOf: Uint32Array): Generator<void, NewStemTable> {
    const starts = new Uint32Array(stems.size + 1);
    for (let word = 0; word < stemOf.length; word++) {
      const after = (stemOf[word] as number) + 1;
      starts[after] = (starts[after] as number) + 1;
      if (word % COUNTED_AT_ONCE === 0) yield;
    }
    for (let stem = 0; stem < stems.size; stem++) {
      starts[stem + 1] = (starts[stem + 1] as number) + (starts[stem] as number);
      if (stem % COUNTED_AT_ONCE === 0) yield;
    }
    const next = starts.slice();
    const words = new Uint32Array(stemOf.length);
    for (let word = 0; word < stemOf.length; word++) {
      const stem = stemOf[word] as number;
      const at = next[stem] as number;
      next[stem] = at + 1;
      words[at] = word;
      if (word % COUNTED_AT_ONCE === 0) yield;
    }
    return new NewStemTable(stems, starts, words);
  }

  addTo(out: SectionSources, prefix: string): void {
    this.#stems.addTo(out, `${prefix}stems`);
    out.set(`${prefix}stemStarts`, this.#starts).set(`${prefix}stemWords`, this.#words);
  }
}

const COUNTED_AT_ONCE = 0x10000;

export interface StemSource {
  readonly table: StemTable;
  /** New ordinal per word, `DELETED` if it has none. */
  readonly words: Uint32Array;
  /** Live documents of a stem. */
  readonly df: (stem: number) => number;
}

/**
 * Merges stem tables and the document frequencies of stems. Words are not stemmed again: equal words have equal stems
 * in all segments. A document is in one source only, so document frequencies are added. Stems without words are
 * dropped.
 */
export function* mergeStems(
  sources: readonly StemSource[],
  wordCount: number,
): Generator<void, { table: NewStemTable; df: GrowableUint32Array }> {
  const stems = new DictionaryWriter();
  const stemOf = new Uint32Array(wordCount);
  const df = new GrowableUint32Array();
  const merge = new KWayMerge(sources.map(({ table }) => table.stems));
  for (let steps = 1; merge.next(); steps++) {
    let isLive = false;
    let docs = 0;
    for (let h = 0; h < merge.count; h++) {
      const holder = merge.holders[h] as number;
      const source = sources[holder] as StemSource;
      const ordinal = merge.ordinals[holder] as number;
      const { stemStarts, stemWords } = source.table;
      const end = stemStarts[ordinal + 1] as number;
      for (let at = stemStarts[ordinal] as number; at < end; at++) {
        const word = source.words[stemWords[at] as number] as number;
        if (word === DELETED) continue;
        stemOf[word] = stems.size;
        isLive = true;
      }
      docs += source.df(ordinal);
    }
    if (isLive) {
      merge.copyTo(stems);
      df.push(docs);
    }
    if (steps % STEPS_PER_YIELD === 0) yield;
  }
  return { table: yield* NewStemTable.of(stems, stemOf), df };
}
