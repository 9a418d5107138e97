import { hash } from 'node:crypto';
import type { Json } from './source-shapes.ts';

/** A short text that two documents share only if they have the same values, in whichever order their fields are. */
export function fingerprint(document: Json): string {
  const fields = Object.entries(document).sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify(fields), 'base64url').slice(0, 16);
}
