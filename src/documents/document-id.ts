import { randomBytes } from 'node:crypto';
import { texts } from '../error-texts.ts';
import { limits } from '../limits.ts';

export type ParsedId =
  | { readonly kind: 'given'; readonly id: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'bad'; readonly message: string };

/** Parses the id of a document: text, or a number that becomes text. Null counts as missing. */
export function parseDocumentId(value: unknown): ParsedId {
  if (value === undefined || value === null) return { kind: 'missing' };
  const id = typeof value === 'number' ? String(value) : value;
  if (typeof id !== 'string') return { kind: 'bad', message: texts.idNotAString };
  if (id === '') return { kind: 'bad', message: texts.idEmpty };
  // Stores keep UTF-8 without NUL: a lone surrogate would come back as a different id.
  if (!id.isWellFormed() || id.includes('\0')) return { kind: 'bad', message: texts.idNotWellFormed };
  if ([...id].length >= limits.documentIdLength) return { kind: 'bad', message: texts.idTooLong };
  return { kind: 'given', id };
}

const process = randomBytes(5).toString('hex');
let counter = randomBytes(3).readUIntBE(0, 3);

/** `doc-` and 24 hex digits, laid out like an ObjectId: seconds, process, counter. Consecutive within a batch. */
export function newDocumentId(): string {
  const seconds = Math.floor(Date.now() / 1000)
    .toString(16)
    .padStart(8, '0');
  counter = (counter + 1) % 0x1000000;
  return `doc-${seconds}${process}${counter.toString(16).padStart(6, '0')}`;
}
