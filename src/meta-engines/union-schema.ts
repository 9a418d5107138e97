import type { FieldType, Schema } from '../values/types.ts';
import { parseScopedId } from './scoped-id.ts';

/** A source engine, with its types as the index or the store has them. */
export interface SourceSchema {
  readonly id: number;
  readonly name: string;
  readonly schema: Schema;
}

const NO_CONFLICTS: Schema = new Map();

/**
 * The schemas of several engines as one. A field whose type differs between them is not part of it: no option of a
 * search can use it until the types agree.
 */
export class UnionSchema extends Map<string, FieldType> {
  readonly sources: ReadonlyArray<Omit<SourceSchema, 'schema'>>;
  /** The fields whose types differ, each with its type in the first source that has it. */
  readonly conflicts: Schema;

  constructor(fields: Schema, sources: UnionSchema['sources'], conflicts: Schema) {
    super(fields);
    this.sources = sources;
    this.conflicts = conflicts;
  }

  /** The same sources with some of the fields. */
  withOnly(fields: Schema): UnionSchema {
    return new UnionSchema(fields, this.sources, NO_CONFLICTS);
  }

  /** The document of a scoped id; undefined if it is not of a source. */
  refOf(scoped: string): { readonly engineId: number; readonly id: string } | undefined {
    const parts = parseScopedId(scoped);
    const source = parts && this.sources.find(({ name }) => name === parts.engine);
    return source && parts && { engineId: source.id, id: parts.id };
  }
}

/** Unites the schemas of the sources of a meta engine; fields are in the order in which the sources have them. */
export function unionSchema(sources: readonly SourceSchema[]): UnionSchema {
  const fields = new Map<string, FieldType>();
  const conflicts = new Map<string, FieldType>();
  for (const { schema } of sources) {
    for (const [name, type] of schema) {
      const first = fields.get(name);
      if (first === undefined) fields.set(name, type);
      else if (first !== type) conflicts.set(name, first);
    }
  }
  for (const name of conflicts.keys()) fields.delete(name);
  return new UnionSchema(fields, sources, conflicts);
}

/** The schema of an engine as a response shows it: a field with several types has that of the first source. */
export const shownSchema = (schema: Schema): Schema =>
  schema instanceof UnionSchema ? new Map([...schema, ...schema.conflicts]) : schema;
