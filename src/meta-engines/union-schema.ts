import type { EngineReader, EngineRecord } from '../store/port.ts';
import type { FieldType, Schema } from '../values/types.ts';
import { sourcesOf } from './sources.ts';

/** A source engine, with its types as the index or the store has them. */
export interface SourceSchema {
  readonly id: number;
  readonly name: string;
  readonly schema: Schema;
}

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

/** The schema of an engine as the store has it: for a meta engine, a `UnionSchema`. */
export const schemaOf = async (engines: Pick<EngineReader, 'byId'>, engine: EngineRecord): Promise<Schema> =>
  engine.type === 'meta' ? unionSchema(await sourcesOf(engines, engine)) : engine.schema;

/** The schema of an engine as a response shows it: a field with several types has that of the first source. */
export const shownSchema = (schema: Schema): Schema =>
  schema instanceof UnionSchema ? new Map([...schema, ...schema.conflicts]) : schema;
