/** Separates the two parts of a scoped id. No engine name contains it; the id of a document may. */
const SEPARATOR = '|';

/** The id of a document in a meta engine: the name of its source engine and its id there. */
export const scopedId = (engine: string, id: string): string => `${engine}${SEPARATOR}${id}`;

/** The parts of a scoped id; undefined if it names no engine. */
export function parseScopedId(scoped: string): { readonly engine: string; readonly id: string } | undefined {
  const at = scoped.indexOf(SEPARATOR);
  return at <= 0 ? undefined : { engine: scoped.slice(0, at), id: scoped.slice(at + 1) };
}
