import { crc32 } from 'node:zlib';
import type { Row } from '../tables.ts';

/**
 * The checksum of a document's row. Databases do not notice every changed byte: SQLite's pages have no checksums.
 * Cost: about a microsecond per kilobyte, some 0.2 % of the time that indexing takes.
 */
export const documentChecksum = (sequence: number, id: string, json: string): number =>
  crc32(`${sequence} ${id}${json}`);

/** Whether a row has the checksum that was written with it, or none. */
export const isIntact = ({ id, sequence, json, checksum }: Omit<Row<'documents'>, 'engine_id'>): boolean =>
  checksum === null || Number(checksum) === documentChecksum(Number(sequence), id, json);
