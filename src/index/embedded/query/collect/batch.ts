/**
 * Matching documents of one segment that came one by one, until there are enough of them to be looked at together:
 * whoever filters, counts or ranks has a loop over typed arrays instead of being called per document.
 */
export class Batch {
  static readonly SIZE = 2048;
  readonly docs = new Uint32Array(Batch.SIZE);
  readonly scores = new Float64Array(Batch.SIZE);
  state = -1;
  count = 0;
}
