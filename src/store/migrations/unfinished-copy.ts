import type { InstanceReader } from '../port.ts';
import { DataError } from './migrations.ts';

/** The fact about data that is an unfinished copy; it holds the identity of its source. */
export const COPY_OF = 'copy_of';

/** Refuses data of which a part may be missing. */
export async function refuseUnfinishedCopy(instance: InstanceReader): Promise<void> {
  if ((await instance.get(COPY_OF)) === undefined) return;
  throw new DataError('The data is an unfinished copy: run `findling copy` again to finish it.');
}
