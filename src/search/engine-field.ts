import type { ApiError } from '../errors.ts';
import { UnionSchema } from '../meta-engines/union-schema.ts';
import type { Schema } from '../values/types.ts';
import { optionErrors } from './option-error.ts';

/** In meta engines, a field of every document with the name of its source engine; for filters and value facets. */
export const ENGINE_FIELD = '_engine';

/** Whether an option for filters or facets names the field above. */
export const isEngineField = (name: string, schema: Schema): schema is UnionSchema =>
  name === ENGINE_FIELD && schema instanceof UnionSchema;

/** The error for fields that the schema does not have, or that have different types in the sources of a meta engine. */
export const unusableFields = (option: string, names: readonly string[], schema: Schema): ApiError =>
  incompatible(names, schema) ?? optionErrors.unknownFields(option, names);

/** The same for an option that is a list of names. */
export const unusableValues = (option: string, names: readonly unknown[], schema: Schema): ApiError =>
  incompatible(names, schema) ?? optionErrors.badValues(option, names);

function incompatible(names: readonly unknown[], schema: Schema): ApiError | undefined {
  const conflicts = schema instanceof UnionSchema ? [...schema.conflicts.keys()] : [];
  const conflicting = conflicts.filter((name) => names.includes(name));
  return conflicting.length > 0 ? optionErrors.incompatibleFields(conflicting) : undefined;
}
