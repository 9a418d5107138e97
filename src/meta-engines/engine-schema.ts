import type { EngineReader, EngineRecord } from '../store/port.ts';
import type { Schema } from '../values/types.ts';
import { sourcesOf } from './sources.ts';
import { unionSchema } from './union-schema.ts';

/** The schema of an engine as the store has it: for a meta engine, a `UnionSchema`. */
export const schemaOf = async (engines: Pick<EngineReader, 'byId'>, engine: EngineRecord): Promise<Schema> =>
  engine.type === 'meta' ? unionSchema(await sourcesOf(engines, engine)) : engine.schema;
