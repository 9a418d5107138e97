import { isDeepStrictEqual } from 'node:util';
import type { Configuration } from '../tuning/configuration.ts';

/** The difference of two lists or objects, by id, name or key. */
interface Difference {
  readonly added: readonly unknown[];
  readonly removed: readonly unknown[];
  readonly changed: ReadonlyArray<{ readonly from: unknown; readonly to: unknown }>;
}

/** By section, what a configuration would change; sections that stay the same are omitted. */
export type ConfigurationDiff = Readonly<Partial<Record<keyof Configuration, Difference>>>;

export function diffOf(before: Configuration, after: Configuration): ConfigurationDiff {
  const sections = {
    schema: difference(membersOf(before.schema ?? {}), membersOf(after.schema ?? {})),
    search_settings: difference(membersOf(before.search_settings), membersOf(after.search_settings)),
    synonyms: difference(byId(before.synonyms), byId(after.synonyms)),
    curations: difference(byId(before.curations), byId(after.curations)),
    source_engines: difference(byName(before.source_engines ?? []), byName(after.source_engines ?? [])),
  };
  const differing = Object.entries(sections).filter(
    ([, { added, removed, changed }]) => added.length + removed.length + changed.length > 0,
  );
  return Object.fromEntries(differing);
}

const byId = (items: ReadonlyArray<{ readonly id: string }>): Map<string, unknown> =>
  new Map(items.map((item) => [item.id, item]));
const byName = (names: readonly string[]): Map<string, unknown> => new Map(names.map((name) => [name, name]));
/** Each member as an object of its own, which names it. */
const membersOf = (object: Readonly<Record<string, unknown>>): Map<string, unknown> =>
  new Map(Object.entries(object).map(([name, value]) => [name, { [name]: value }]));

function difference(before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>): Difference {
  const added: unknown[] = [];
  const changed: Array<{ from: unknown; to: unknown }> = [];
  for (const [key, to] of after) {
    if (!before.has(key)) added.push(to);
    else if (!isDeepStrictEqual(before.get(key), to)) changed.push({ from: before.get(key), to });
  }
  const removed = [...before].filter(([key]) => !after.has(key)).map(([, value]) => value);
  return { added, removed, changed };
}
