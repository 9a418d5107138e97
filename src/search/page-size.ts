import type { Hit } from '../index/plan.ts';

/** The sizes above which the documents of a page are rendered piece by piece, by a worker. */
export interface DocumentBounds {
  /** Pages of up to this many documents are fetched without measuring them: they never exceed one piece. */
  readonly few: number;
  /** A page is large if it has more documents than this, or more bytes. */
  readonly documents: number;
  readonly bytes: number;
  readonly pieceBytes: number;
}

/** A smaller page takes a few milliseconds, too little for a worker to pay off. */
export const PAGE_BOUNDS: DocumentBounds = {
  few: 10,
  documents: 100,
  bytes: 262_144,
  pieceBytes: 1_048_576,
};

/** Counted per document in addition to its bytes, so that a piece does not contain tens of thousands of small ones. */
const BYTES_PER_DOCUMENT = 1024;

interface Measured {
  readonly bytes: number;
}

/** The documents of a hit: one, or those of a group. */
export const documentsOf = (hit: Hit): Hit[] => [hit, ...(hit.group?.others ?? [])];

export function isLarge(sizes: Iterable<Measured>, bounds: DocumentBounds): boolean {
  let count = 0;
  let sum = 0;
  for (const { bytes } of sizes) {
    count++;
    sum += bytes;
  }
  return count > bounds.documents || sum > bounds.bytes;
}

/** Hits in pieces of about `pieceBytes`, at least one hit each; groups are not split. */
export function piecesOf(
  hits: readonly Hit[],
  bytesOf: (hit: Hit) => number,
  pieceBytes: number,
): ReadonlyArray<readonly Hit[]> {
  const pieces: Hit[][] = [];
  let room = 0;
  for (const hit of hits) {
    const bytes = documentsOf(hit).reduce((sum, document) => sum + BYTES_PER_DOCUMENT + bytesOf(document), 0);
    const piece = pieces.at(-1);
    if (piece !== undefined && bytes <= room) piece.push(hit);
    else {
      pieces.push([hit]);
      room = pieceBytes;
    }
    room -= bytes;
  }
  return pieces;
}
