import { texts } from '../error-texts.ts';
import { limits } from '../limits.ts';

interface NameRule {
  readonly message: string;
  readonly broken: (name: string) => boolean;
}

const RESERVED: ReadonlySet<string> = new Set([
  'external_id',
  'engine_id',
  'highlight',
  'or',
  'and',
  'not',
  'any',
  'all',
  'none',
]);

// Names come from strangers and may be megabytes long. Each pattern is one character class without a
// quantifier, so a test is a single pass: nothing to backtrack into.
const WHITESPACE = /[\p{White_Space}\uFEFF]/u;
const OTHER_CHARACTER = /[^a-z0-9_]/;
const LETTER = /[a-z]/;

/** Counts code points, so that a pair of surrogates is one character, and stops at the first too many. */
const isTooLong = (name: string): boolean => {
  if (name.length <= limits.fieldNameLength) return false;
  let length = 0;
  for (const _ of name) {
    length += 1;
    if (length > limits.fieldNameLength) return true;
  }
  return false;
};

/** The rules for field names, in the order in which App Search reports their messages. */
const RULES: readonly NameRule[] = [
  { message: texts.nameHasWhitespace, broken: (name) => WHITESPACE.test(name) },
  { message: texts.nameHasLeadingUnderscore, broken: (name) => name.startsWith('_') },
  { message: texts.nameTooLong, broken: isTooLong },
  { message: texts.nameReserved, broken: (name) => RESERVED.has(name) },
  { message: texts.nameHasOtherCharacters, broken: (name) => OTHER_CHARACTER.test(name) },
  { message: texts.nameHasNoLetter, broken: (name) => !LETTER.test(name) },
  // Every document has an `id` outside the schema, so a field of that name would be the second one.
  { message: texts.nameNotUnique, broken: (name) => name === 'id' },
];

/** Every message a name can earn, in the order of report. */
export const NAME_MESSAGES: readonly string[] = RULES.map((rule) => rule.message);

/** The message of every rule that `name` breaks, empty if it is a good name. */
export const brokenNameRules = (name: string): string[] => {
  const messages: string[] = [];
  for (const rule of RULES) if (rule.broken(name)) messages.push(rule.message);
  return messages;
};

export const isFieldName = (name: string): boolean => !RULES.some((rule) => rule.broken(name));
