import { errors } from '../errors.ts';

/** What an export shows: the documents of an engine as they were at a sequence number. */
export interface ExportCursor {
  readonly engineId: number;
  readonly sequence: number;
  /** How many documents there were. */
  readonly documents: number;
}

export const cursorText = ({ engineId, sequence, documents }: ExportCursor): string =>
  Buffer.from([engineId, sequence, documents].join('.')).toString('base64url');

/** Parses the text of a cursor; throws if it is not one of this engine. */
export function parseCursor(text: unknown, engineId: number): ExportCursor {
  if (typeof text !== 'string' || text.length > 100) throw errors.badCursor();
  const parts = Buffer.from(text, 'base64url').toString('latin1').split('.').map(Number);
  const [id, sequence = Number.NaN, documents = Number.NaN] = parts;
  const isValid = parts.length === 3 && parts.every((part) => Number.isSafeInteger(part) && part >= 0);
  if (!isValid || id !== engineId) throw errors.badCursor();
  return { engineId, sequence, documents };
}
