import { runToCompletion } from '../../src/index/embedded/runtime/time-slice.ts';
import { Postings } from '../../src/index/embedded/segment/postings.ts';
import { PostingsWriter } from '../../src/index/embedded/segment/postings-writer.ts';
import { type SectionSources, serialize } from '../../src/index/embedded/segment/serializer.ts';

/** One document of a term, with its positions; without positions, `count` is the term frequency. */
export interface Posting {
  readonly doc: number;
  readonly count: number;
  readonly places: readonly number[];
}

/** Documents with these gaps between them, each with a frequency one above the given number. */
export function spread(rows: ReadonlyArray<readonly [gap: number, more: number]>): Posting[] {
  let doc = -1;
  return rows.map(([gap, more]) => {
    doc += gap;
    return { doc, count: 1 + more, places: [] };
  });
}

/** Postings of these terms, in this order, as in a segment. */
export function postingsOf(terms: ReadonlyArray<readonly Posting[]>, withPlaces: boolean): Postings {
  const writer = new PostingsWriter(withPlaces);
  for (const postings of terms) {
    for (const { doc, count, places } of postings) writer.add(doc, count, Uint32Array.from(places));
    writer.endTerm();
  }
  const parts: SectionSources = new Map();
  writer.addTo(parts, 'p');
  return new Postings(runToCompletion(serialize(parts)), 'p');
}

/** The documents and frequencies of a term, read block by block. */
export function readBack(postings: Postings, term: number): Array<{ doc: number; count: number }> {
  const read: Array<{ doc: number; count: number }> = [];
  const end = postings.firstBlock[term + 1] as number;
  for (let block = postings.firstBlock[term] as number; block < end; block++) {
    const size = postings.decode(term, block);
    for (let i = 0; i < size; i++)
      read.push({ doc: postings.docs[i] as number, count: postings.frequencies[i] as number });
  }
  return read;
}
