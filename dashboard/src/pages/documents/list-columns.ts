import { ID } from '../../preview/choices.ts';
import { guessedFields } from '../preview/guess.ts';
import type { Schema } from './browsing.ts';

/** Columns of the default, besides the id. */
const DEFAULT = 4;
/** Most columns besides the id. */
export const MOST_COLUMNS = 12;

/** The columns that exist, each once. */
export const knownColumns = (columns: readonly string[], schema: Schema): string[] =>
  [...new Set(columns)].filter((field) => Object.hasOwn(schema, field)).slice(0, MOST_COLUMNS);

/** The title first; long texts, links and images only if there is nothing else. */
export function defaultColumns(schema: Schema): string[] {
  const { title, text, address, image } = guessedFields(schema);
  const last = [text, address, image];
  const others = Object.keys(schema).filter((field) => !last.includes(field));
  return knownColumns([title, ...others, ...last], schema).slice(0, DEFAULT);
}

/** The field that names a document; undefined if there is none. */
export function titleField(schema: Schema): string | undefined {
  const { title } = guessedFields(schema);
  return title === ID ? undefined : title;
}
