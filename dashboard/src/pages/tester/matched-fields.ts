import type { FieldType } from '../../api/types.ts';
import { ID } from '../../preview/choices.ts';
import { guessedFields } from '../preview/guess.ts';
import type { Result } from './search-answer.ts';

type Schema = Readonly<Record<string, FieldType>>;

/** The fields that stand for a result in the list. */
export interface Heading {
  /** `id` if the engine has no text field. */
  readonly title: string;
  /** Shown for results without matches; empty if there is none. */
  readonly text: string;
}

export function headingOf(schema: Schema): Heading {
  const { title, text } = guessedFields(schema);
  return { title, text };
}

/** Whether a snippet has a highlighted match. */
const hasMatch = (snippet: unknown): snippet is string =>
  typeof snippet === 'string' && snippet.includes('<em>');

/** The title of a result: a snippet with its matches, or text; undefined if the result has no title. */
export function titleOf(
  result: Result,
  { title }: Heading,
): { readonly snippet: string } | { readonly text: string } | undefined {
  const { raw, snippet } = title === ID ? {} : (result[title] ?? {});
  if (hasMatch(snippet)) return { snippet };
  const first: unknown = Array.isArray(raw) ? raw.find((item) => item !== null) : raw;
  const text = first === null || first === undefined ? '' : String(first).trim();
  return text === '' ? undefined : { text };
}

/** Characters before the first match in the list. */
const MAX_BEFORE = 60;

/** A snippet that starts shortly before its first match, as narrow lists show only its beginning. */
export function nearMatch(snippet: string): string {
  const at = snippet.indexOf('<em>');
  if (at <= MAX_BEFORE) return snippet;
  // Between words, so that no escaped character is cut.
  const start = snippet.lastIndexOf(' ', at - MAX_BEFORE / 2);
  return start <= 0 ? snippet : `… ${snippet.slice(start + 1)}`;
}
/** The snippets of fields with a match, in the order of the schema. The title is not among them. */
export function matchesOf(
  result: Result,
  schema: Schema,
  { title }: Heading,
): ReadonlyArray<{ readonly name: string; readonly snippet: string }> {
  return Object.keys(schema).flatMap((name) => {
    const snippet = name === title ? undefined : result[name]?.snippet;
    return hasMatch(snippet) ? [{ name, snippet }] : [];
  });
}
