import type { Role } from '../../api/types.ts';

/** A page of the engine, for those with at least a role. */
export interface FindingLink {
  readonly label: string;
  /** After the address of the engine. */
  readonly path: readonly string[];
  readonly query?: string;
  readonly least: Role;
}

/** One line of the health panel. */
export interface Finding {
  readonly id: string;
  /** A problem changes or breaks results; a note is worth knowing and may be intended. */
  readonly kind: 'problem' | 'note';
  readonly title: string;
  readonly text: string;
  /** Fields, queries or messages that it is about. */
  readonly names?: readonly string[];
  /** How many there are besides `names`. */
  readonly more?: number;
  readonly link?: FindingLink;
}

/** Names to list in a line. */
export const NAMED = 5;

/** The first names of a list of `count`. Boosts may have equal messages. */
export function named(all: readonly string[], count: number): Pick<Finding, 'names' | 'more'> {
  const names = [...new Set(all)].slice(0, NAMED);
  return { names, more: count - names.length };
}
