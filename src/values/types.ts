/** The four types a field can have. */
export const FIELD_TYPES = ['text', 'number', 'date', 'geolocation'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** Field name to type, in the order in which the fields came. `id` is never among them. */
export type Schema = ReadonlyMap<string, FieldType>;

export const isFieldType = (value: unknown): value is FieldType =>
  (FIELD_TYPES as readonly unknown[]).includes(value);

export const schemaToJson = (schema: Schema): Record<string, FieldType> => {
  // A null prototype, so that no field name is ever special.
  const json: Record<string, FieldType> = Object.create(null);
  for (const [name, type] of schema) json[name] = type;
  return json;
};

export const schemaFromJson = (json: Readonly<Record<string, FieldType>>): Schema =>
  new Map(Object.entries(json));

/** `schema` with further fields at its end; those it has keep their types. */
export const schemaWith = (schema: Schema, added: Schema): Schema =>
  new Map([...schema, ...[...added].filter(([name]) => !schema.has(name))]);
