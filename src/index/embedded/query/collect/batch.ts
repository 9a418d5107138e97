import { BATCH } from '../tuning/thresholds.ts';

/**
 * Collects the matching documents of one segment until there are enough to process together: filters, counts and
 * ranking loop over typed arrays instead of being called per document.
 */
export class Batch {
  static readonly SIZE = BATCH;
  readonly docs = new Uint32Array(Batch.SIZE);
  readonly scores = new Float64Array(Batch.SIZE);
  state = -1;
  count = 0;
}
