import type { Postings } from '../segment/postings.ts';
import { notePassed } from '../segment/tally.ts';
import { firstBlockOf, firstFrom, lastBefore } from './block-range.ts';
import type { List } from './list.ts';
import { WINDOW } from './window.ts';

/* Hot loops, as accumulate.ts explains: where all words are needed, documents that lack one are passed over early. */

/** Documents of a window that are told apart by one byte, as a power of two. */
const CHUNK = 7;

/** Documents of a window that have one of the words that all need. While it is on, no others are looked at. */
export class Having {
  readonly docs = new Uint8Array(WINDOW);
  /** By chunk of documents, whether there is one. */
  readonly chunks = new Uint8Array(WINDOW >> CHUNK);
  isOn = false;

  /** Notes the documents of a term from `from`, where the window begins, to before `to`; gives how many. */
  addTerm(postings: Postings, term: number, from: number, to: number): number {
    const end = postings.firstBlock[term + 1] as number;
    const { docs: found } = postings;
    let count = 0;
    let block = firstBlockOf(postings, term, end, from);
    for (; block < end && postings.firstDoc(block) < to; block++) {
      const size = postings.decodeDocs(term, block);
      const first = firstFrom(found, size, from);
      const last = lastBefore(found, size, to);
      mark(found, first, last, from, this.docs, this.chunks);
      count += last - first;
    }
    return count;
  }

  addList({ docs }: List, from: number, to: number): number {
    const here = Int32Array.from(docs.filter((doc) => doc >= from && doc < to));
    mark(here, 0, here.length, from, this.docs, this.chunks);
    return here.length;
  }

  clear(): void {
    if (!this.isOn) return;
    this.isOn = false;
    this.docs.fill(0);
    this.chunks.fill(0);
  }

  /**
   * Whether none of them is in a block, as far as that can be told before it is decoded; it then counts as passed over.
   * `end`: the block after the last of its term; the window is from `base` to before `to`.
   */
  passesOver(postings: Postings, block: number, end: number, to: number, base: number): boolean {
    if (!this.isOn) return false;
    const { chunks } = this;
    const first = Math.max(postings.firstDoc(block) - base, 0);
    const behind = (block + 1 < end ? postings.firstDoc(block + 1) : to) - base;
    const last = Math.min(behind - 1, WINDOW - 1) >> CHUNK;
    for (let chunk = first >> CHUNK; chunk <= last; chunk++) if (chunks[chunk] === 1) return false;
    notePassed(1);
    return true;
  }

  /** Moves those of the postings from `first` to before `last` that are among them to the front; gives where they end. */
  narrow(found: Int32Array, counts: Int32Array, first: number, last: number, base: number): number {
    return this.isOn ? narrowed(found, counts, first, last, base, this.docs) : last;
  }
}

/** All documents, for those who need no choice. */
export const ANY = new Having();

function narrowed(
  found: Int32Array,
  counts: Int32Array,
  first: number,
  last: number,
  base: number,
  having: Uint8Array,
): number {
  let end = first;
  for (let i = first; i < last; i++) {
    const doc = found[i] as number;
    found[end] = doc;
    counts[end] = counts[i] as number;
    end += having[doc - base] as number;
  }
  return end;
}

function mark(
  found: Int32Array,
  first: number,
  last: number,
  from: number,
  docs: Uint8Array,
  chunks: Uint8Array,
): void {
  for (let i = first; i < last; i++) {
    const doc = (found[i] as number) - from;
    docs[doc] = 1;
    chunks[doc >> CHUNK] = 1;
  }
}
