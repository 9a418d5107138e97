import type { Findable } from './finder-match.ts';

/** The groups of the finder, in the order of equally good matches. */
export const GROUPS = ['On this page', 'Pages', 'Actions', 'Engines', 'Accounts', 'Documents'] as const;

/** A page, engine, document or action that Ctrl-K offers. */
export interface FinderEntry extends Findable {
  readonly id: string;
  readonly group: (typeof GROUPS)[number];
  /** The engine that it belongs to, shown after the label. */
  readonly of?: string;
  readonly run: () => void;
}

export interface RankedEntry {
  readonly entry: FinderEntry;
  readonly rank: number;
}

export interface FinderGroup {
  readonly name: string;
  readonly entries: readonly FinderEntry[];
}

/** The best entries by group: groups with better matches first. */
export function groupedEntries(found: readonly RankedEntry[], most: number): readonly FinderGroup[] {
  const best = found.toSorted((one, other) => one.rank - other.rank).slice(0, most);
  return GROUPS.map((name) => best.filter(({ entry }) => entry.group === name))
    .filter((group) => group.length > 0)
    .toSorted(([one], [other]) => (one?.rank ?? 0) - (other?.rank ?? 0))
    .map((group) => ({
      name: group[0]?.entry.group ?? '',
      entries: group.map(({ entry }) => entry),
    }));
}
