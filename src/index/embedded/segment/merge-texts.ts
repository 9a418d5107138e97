import { type BitSet, hasBit, newBitSet, setBit } from './bits.ts';
import { type Dictionary, DictionaryWriter } from './dictionary.ts';
import { KWayMerge } from './k-way-merge.ts';
import { DELETED, type DocMap } from './merge-map.ts';
import { mergeSubtokens } from './merge-subtokens.ts';
import { BLOCK_SIZE, type Postings } from './postings.ts';
import { PostingsWriter } from './postings-writer.ts';
import type { SectionSources } from './serializer.ts';
import { mergeStems, type StemSource } from './stem-table.ts';
import type { TextIndex } from './text-index.ts';

/** Postings copied between two yields; every block counts as full. */
const POSTINGS_AT_ONCE = 32_768;
const LENGTHS_AT_ONCE = 0x20000;

export interface TextSource {
  readonly text: TextIndex;
  readonly map: DocMap;
}

/** Merges the sections of a text field. */
export function* mergeTexts(
  out: SectionSources,
  field: string,
  sources: readonly TextSource[],
  docCount: number,
): Generator<void, void> {
  const name = `text/${field}`;
  const lengths = yield* mergedLengths(sources, docCount);
  const words = yield* mergePostings(
    sources.map(({ text, map }) => ({ dictionary: text.words, postings: text.postings, map })),
    field === 'id' ? undefined : lengths,
  );
  words.dictionary.addTo(out, `${name}/words`);
  words.writer.addTo(out, `${name}/postings`);
  out.set(`${name}/lengths`, lengths);
  if (field === 'id') return;
  const stems = yield* mergeStems(
    sources.flatMap(({ text, map }, i): StemSource[] => {
      const ordinals = words.ordinals[i] as Uint32Array;
      return text.stemTable === undefined
        ? []
        : [{ table: text.stemTable, words: ordinals, df: liveDfPerStem(text, map) }];
    }),
    words.dictionary.size,
  );
  stems.table.addTo(out, `${name}/`);
  out.set(`${name}/stemDf`, stems.df);
  yield* mergeSubtokens(out, name, sources);
}

interface PostingsSource {
  readonly dictionary: Dictionary;
  readonly postings: Postings;
  readonly map: DocMap;
}
interface MergedPostings {
  readonly dictionary: DictionaryWriter;
  readonly writer: PostingsWriter;
  /** New ordinal per source and term, `DELETED` if no live document has the term. */
  readonly ordinals: readonly Uint32Array[];
}

/**
 * Merges dictionaries and copies the postings of live documents; terms without live documents are dropped. All
 * documents of a later source come after those of an earlier one, so lists are concatenated.
 */
function* mergePostings(
  sources: readonly PostingsSource[],
  lengths: Uint16Array | undefined,
): Generator<void, MergedPostings> {
  const dictionary = new DictionaryWriter();
  const writer = new PostingsWriter(true, lengths);
  const ordinals = sources.map((source) => new Uint32Array(source.dictionary.size));
  const merge = new KWayMerge(sources.map((source) => source.dictionary));
  let done = 0;
  while (merge.next()) {
    for (let h = 0; h < merge.count; h++) {
      const holder = merge.holders[h] as number;
      const { postings, map } = sources[holder] as PostingsSource;
      const term = merge.ordinals[holder] as number;
      const isLast = h === merge.count - 1;
      const end = postings.firstBlock[term + 1] as number;
      for (let block = postings.firstBlock[term] as number; block < end; block++) {
        if (map.shift < 0) writer.addBlock(postings, term, block, map.numbers);
        else if (writer.isAtBlock && (isLast || postings.sizeOf(term, block) === BLOCK_SIZE)) {
          writer.copyBlock(postings, term, block, map.shift);
        } else writer.shiftBlock(postings, term, block, map.shift);
        done += BLOCK_SIZE;
        if (done < POSTINGS_AT_ONCE) continue;
        done = 0;
        yield;
      }
    }
    const isLive = writer.endTerm() > 0;
    for (let h = 0; h < merge.count; h++) {
      const holder = merge.holders[h] as number;
      (ordinals[holder] as Uint32Array)[merge.ordinals[holder] as number] = isLive
        ? dictionary.size
        : DELETED;
    }
    if (isLive) merge.copyTo(dictionary);
  }
  return { dictionary, writer, ordinals };
}

function* mergedLengths(sources: readonly TextSource[], docCount: number): Generator<void, Uint16Array> {
  const lengths = new Uint16Array(docCount);
  for (const { text, map } of sources) {
    if (map.shift >= 0) {
      lengths.set(text.lengths, map.shift);
      continue;
    }
    const { numbers } = map;
    for (let doc = 0; doc < numbers.length; doc++) {
      const target = numbers[doc] as number;
      if (target !== DELETED) lengths[target] = text.lengths[doc] as number;
      if (doc % LENGTHS_AT_ONCE === 0) yield;
    }
  }
  return lengths;
}

/** Counts the live documents of a stem in one segment: the stored number, or the union of its words' postings. */
function liveDfPerStem(text: TextIndex, { numbers, shift }: DocMap): (stem: number) => number {
  const { stemDf, stemStarts, stemWords, postings } = text;
  if (shift >= 0) return (stem) => stemDf[stem] as number;
  const seen = newBitSet(numbers.length);
  return (stem) => {
    const words = stemWords.subarray(stemStarts[stem], stemStarts[stem + 1]);
    let df = 0;
    for (const word of words) df += countNew(postings, word, numbers, seen);
    for (const word of words) forget(postings, word, seen);
    return df;
  };
}

/** Live documents of a term that are not in `seen`, which gets them. */
function countNew(postings: Postings, term: number, numbers: Uint32Array, seen: BitSet): number {
  let count = 0;
  const end = postings.firstBlock[term + 1] as number;
  for (let block = postings.firstBlock[term] as number; block < end; block++) {
    const size = postings.decode(term, block);
    for (let i = 0; i < size; i++) {
      const doc = postings.docs[i] as number;
      if (numbers[doc] === DELETED || hasBit(seen, doc)) continue;
      setBit(seen, doc);
      count++;
    }
  }
  return count;
}

function forget(postings: Postings, term: number, seen: BitSet): void {
  const end = postings.firstBlock[term + 1] as number;
  for (let block = postings.firstBlock[term] as number; block < end; block++) {
    const size = postings.decode(term, block);
    for (let i = 0; i < size; i++) seen[(postings.docs[i] as number) >>> 5] = 0;
  }
}
