import type { ResultFields } from '../search/result-fields.ts';

/** Whether words and values of a field may be shown: those of fields that a key returns whole, and ids. */
export type IsVisible = (field: string) => boolean;

/** `results` are the fields that a signed search key returns; null for all. */
export const visibleFields =
  (results: ResultFields | null): IsVisible =>
  (field) => {
    if (results === null || field === 'id') return true;
    const allowed = results.get(field);
    return allowed !== undefined && (allowed.raw || !allowed.snippet) && allowed.rawSize === undefined;
  };
