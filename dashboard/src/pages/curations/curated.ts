/** The documents of a curation, by id. */
export interface Curated {
  readonly promoted: readonly string[];
  readonly hidden: readonly string[];
}

const without = (ids: readonly string[], id: string): readonly string[] => ids.filter((one) => one !== id);

/** Neither promoted nor hidden. */
export const released = ({ promoted, hidden }: Curated, id: string): Curated => ({
  promoted: without(promoted, id),
  hidden: without(hidden, id),
});

export function promoting(curated: Curated, id: string): Curated {
  const { promoted, hidden } = released(curated, id);
  return { promoted: [...promoted, id], hidden };
}

export function hiding(curated: Curated, id: string): Curated {
  const { promoted, hidden } = released(curated, id);
  return { promoted, hidden: [...hidden, id] };
}

/** Moves a promoted document to another position, counted from 0; positions beyond the ends count as the ends. */
export function moving({ promoted, hidden }: Curated, id: string, to: number): Curated {
  const others = without(promoted, id);
  const at = Math.max(0, Math.min(to, others.length));
  return { promoted: [...others.slice(0, at), id, ...others.slice(at)], hidden };
}

export const leavingOut = ({ promoted, hidden }: Curated, ids: ReadonlySet<string>): Curated => ({
  promoted: promoted.filter((id) => !ids.has(id)),
  hidden: hidden.filter((id) => !ids.has(id)),
});
