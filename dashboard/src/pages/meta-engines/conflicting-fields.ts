import type { FieldType } from '../../api/types.ts';

/** An engine and the types of its fields. */
export interface SourceSchema {
  readonly engine: string;
  readonly schema: Readonly<Record<string, FieldType>>;
}

/** A field whose type differs between source engines: no search of the meta engine can use it. */
export interface ConflictingField {
  readonly name: string;
  readonly types: ReadonlyArray<{ readonly type: FieldType; readonly engines: readonly string[] }>;
}

/** The fields whose types differ, by name, each with the engines by type. */
export function conflictingFields(sources: readonly SourceSchema[]): ConflictingField[] {
  const fields = new Map<string, Map<FieldType, string[]>>();
  for (const { engine, schema } of sources) {
    for (const [name, type] of Object.entries(schema)) {
      const types = fields.get(name) ?? new Map<FieldType, string[]>();
      fields.set(name, types.set(type, [...(types.get(type) ?? []), engine]));
    }
  }
  return [...fields]
    .filter(([, types]) => types.size > 1)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, types]) => ({ name, types: [...types].map(([type, engines]) => ({ type, engines })) }));
}
