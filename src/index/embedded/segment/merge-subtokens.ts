import { type FrontCoded, FrontCodedWriter } from './front-coded.ts';
import { GrowableUint32Array } from './growable-arrays.ts';
import { KWayMerge } from './k-way-merge.ts';
import type { DocMap } from './merge-map.ts';
import { BLOCK_SIZE, type Postings } from './postings.ts';
import { PostingsWriter } from './postings-writer.ts';
import type { SectionSources } from './serializer.ts';
import type { TextIndex } from './text-index.ts';

/** Postings copied between two yields; every block counts as full. */
const POSTINGS_AT_ONCE = 32_768;

interface SubtokenSource {
  readonly dictionary: FrontCoded;
  readonly postings: Postings;
  readonly map: DocMap;
}

/**
 * Merges the subtokens of a field. A subtoken with a single occurrence in each of two segments becomes a shared one; a
 * shared one with only one live document becomes a single one.
 */
export function* mergeSubtokens(
  out: SectionSources,
  name: string,
  texts: ReadonlyArray<{ readonly text: TextIndex; readonly map: DocMap }>,
): Generator<void, void> {
  // Both dictionaries of a segment before those of the next: a subtoken is in one of the two, so documents stay in
  // order.
  const sources = texts.flatMap(({ text, map }): SubtokenSource[] => {
    const { sharedSubtokens, sharedSubtokenPostings, singleSubtokens, singleSubtokenPostings } = text;
    if (sharedSubtokens === undefined || sharedSubtokenPostings === undefined) return [];
    if (singleSubtokens === undefined || singleSubtokenPostings === undefined) return [];
    return [
      { dictionary: sharedSubtokens, postings: sharedSubtokenPostings, map },
      { dictionary: singleSubtokens, postings: singleSubtokenPostings, map },
    ];
  });
  const shared = new FrontCodedWriter();
  const single = new FrontCodedWriter();
  const writer = new PostingsWriter(false);
  const singleDocs = new GrowableUint32Array();
  const merge = new KWayMerge(sources.map(({ dictionary }) => dictionary));
  let done = 0;
  while (merge.next()) {
    for (let h = 0; h < merge.count; h++) {
      const holder = merge.holders[h] as number;
      const { postings, map } = sources[holder] as SubtokenSource;
      const term = merge.ordinals[holder] as number;
      const end = postings.firstBlock[term + 1] as number;
      for (let block = postings.firstBlock[term] as number; block < end; block++) {
        if (map.shift < 0) writer.addBlock(postings, term, block, map.numbers);
        else if (writer.isAtBlock && postings.sizeOf(term, block) === BLOCK_SIZE) {
          writer.copyBlock(postings, term, block, map.shift);
        } else writer.shiftBlock(postings, term, block, map.shift);
        done += BLOCK_SIZE;
        if (done < POSTINGS_AT_ONCE) continue;
        done = 0;
        yield;
      }
    }
    const only = writer.takeSingle();
    if (only >= 0) {
      merge.copyTo(single);
      singleDocs.push(only);
    } else if (writer.endTerm() > 0) merge.copyTo(shared);
  }
  shared.addTo(out, `${name}/forms`);
  writer.addTo(out, `${name}/formPostings`);
  single.addTo(out, `${name}/singleForms`);
  out.set(`${name}/singleFormDocs`, singleDocs);
}
