import { texts } from '../../../../src/error-texts.ts';
import { limits } from '../../../../src/limits.ts';
import { brokenNameRules, isFieldName } from '../../../../src/values/field-name.ts';

/** The server's validation messages for a new field, while typing. */
export function messagesAbout(name: string, known: Readonly<Record<string, unknown>>): readonly string[] {
  const messages = brokenNameRules(name);
  // Posting an existing field would change its type.
  if (Object.hasOwn(known, name)) messages.push(texts.nameNotUnique);
  if (Object.keys(known).length >= limits.schemaFields) messages.push(texts.tooManyFields);
  return messages;
}

/** A valid name close to the input: `Published On` becomes `published_on`. */
export function proposalFor(name: string, known: Readonly<Record<string, unknown>>): string | undefined {
  const proposal = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, limits.fieldNameLength);
  const isGood = proposal !== name && isFieldName(proposal) && !Object.hasOwn(known, proposal);
  return isGood ? proposal : undefined;
}
