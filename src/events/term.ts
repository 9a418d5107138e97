import { limits } from '../limits.ts';
import { storableText } from '../values/storable-text.ts';

/** A query as analytics count it: trimmed, in lower case, with single spaces, and not too long. */
export const termOf = (query: string): string => {
  const term = query.trim().toLowerCase().replace(/\s+/g, ' ');
  const cut = term.length <= limits.analyticsTermLength ? term : term.slice(0, limits.analyticsTermLength);
  return storableText(cut);
};
