import { texts } from '../error-texts.ts';
import { limits } from '../limits.ts';
import { brokenNameRules, NAME_MESSAGES } from '../values/field-name.ts';
import { type FieldType, isFieldType, type Schema } from '../values/types.ts';

export interface SchemaChange {
  /** The whole schema after the change: the old fields in their old order, then the new ones as posted. */
  readonly schema: Schema;
  /** Existing fields whose type changes. Only these are converted. */
  readonly changed: readonly string[];
  readonly added: readonly string[];
}

export type SchemaPlan =
  | { readonly ok: true; readonly change: SchemaChange }
  | { readonly ok: false; readonly messages: readonly string[] };

const REPORT_ORDER: readonly string[] = [texts.typeNotInList, ...NAME_MESSAGES, texts.tooManyFields];

/**
 * Plans the change that posting `members` makes to `schema`; changes nothing.
 *
 * `members` are those of the posted JSON object with duplicates kept: a name sent twice is an error, which a parsed
 * object would hide. A refusal has every message that applies, once and in the order of App Search, so that the sender
 * can correct everything at once. For the same reason a new field with an invalid name counts towards the field limit.
 */
export const planSchemaChange = (
  schema: Schema,
  members: ReadonlyArray<readonly [string, unknown]>,
): SchemaPlan => {
  const broken = new Set<string>();
  const posted = new Set<string>();
  const next = new Map<string, FieldType>(schema);
  const changed: string[] = [];
  const added: string[] = [];
  let fields = schema.size;

  for (const [name, type] of members) {
    if (posted.has(name)) {
      broken.add(texts.nameNotUnique);
    } else {
      posted.add(name);
      for (const message of brokenNameRules(name)) broken.add(message);
      // `id` is not part of the schema and does not count.
      if (!schema.has(name) && name !== 'id') fields += 1;
    }

    if (!isFieldType(type)) {
      broken.add(texts.typeNotInList);
      continue;
    }
    const before = schema.get(name);
    if (before === undefined) added.push(name);
    else if (before !== type) changed.push(name);
    next.set(name, type);
  }
  if (fields > limits.schemaFields && fields > schema.size) broken.add(texts.tooManyFields);

  return broken.size === 0
    ? { ok: true, change: { schema: next, changed, added } }
    : { ok: false, messages: REPORT_ORDER.filter((message) => broken.has(message)) };
};
