import { texts } from '../error-texts.ts';
import { badRequest, errors } from '../errors.ts';
import { limits } from '../limits.ts';
import { storableText } from '../values/storable-text.ts';

/** Two terms are the same if they differ in case or blanks only. */
const formOf = (term: string): string => term.trim().toLowerCase().replace(/\s+/gu, ' ');

/** Parses the terms of a synonym set. They are kept as sent, in their order. */
export function parseTerms(params: Readonly<Record<string, unknown>>): readonly string[] {
  const { synonyms: terms } = params;
  if (terms === undefined || terms === null) throw errors.missingParameter('synonyms');
  const { least, most } = limits.synonymTerms;
  if (!Array.isArray(terms) || !terms.every((term) => typeof term === 'string' && term.trim() !== '')) {
    throw badRequest(texts.synonymsNotUnique);
  }
  const written: string[] = terms.slice(0, most + 1).map(storableText);
  if (new Set(written.map(formOf)).size < written.length || written.length < least) {
    throw badRequest(texts.synonymsNotUnique);
  }
  if (terms.length > most) throw badRequest(texts.tooManySynonyms);
  if (written.some((term) => term.length > limits.synonymLength)) throw badRequest(texts.synonymTooLong);
  return written;
}
