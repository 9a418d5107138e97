import type { InstanceReader } from '../port.ts';
import { DataError } from './migrations.ts';

/** The fact about data that is an unfinished copy; it holds the identity of its source. */
export const COPY_OF = 'copy_of';
/** The fact about data that is an unfinished restore; it holds the identity of the backup's data. */
export const RESTORE_OF = 'restore_of';

/** Refuses data of which a part may be missing. */
export async function refuseUnfinishedCopy(instance: InstanceReader): Promise<void> {
  if ((await instance.get(COPY_OF)) !== undefined) {
    throw new DataError('The data is an unfinished copy: run `findling copy` again to finish it.');
  }
  if ((await instance.get(RESTORE_OF)) !== undefined) {
    throw new DataError(
      'The data is an unfinished restore: run `findling restore` again, which starts over.',
    );
  }
}
