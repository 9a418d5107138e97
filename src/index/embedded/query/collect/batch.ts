import { BATCH } from '../tuning/thresholds.ts';

/**
 * Buffers matching documents of one segment, so that filters, facets and ranking loop over typed arrays instead of
 * being called per document.
 */
export class Batch {
  static readonly SIZE = BATCH;
  readonly docs = new Uint32Array(Batch.SIZE);
  readonly scores = new Float64Array(Batch.SIZE);
  readerIndex = -1;
  count = 0;
}
