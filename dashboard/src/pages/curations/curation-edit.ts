import { useState } from 'react';
import { type Curated, hiding, leavingOut, moving, promoting, released } from './curated.ts';

/** The documents of a curation while they are edited. */
export interface CurationEdit extends Curated {
  readonly mayChange: boolean;
  /** The last change, for screen readers. */
  readonly said: string;
  promote(id: string, title: string): void;
  hide(id: string, title: string): void;
  /** Neither promoted nor hidden any longer. */
  release(id: string, title: string): void;
  /** To a position counted from 0. */
  move(id: string, title: string, to: number): void;
  leaveOut(ids: ReadonlySet<string>): void;
}

export function useCurationEdit(
  curated: Curated,
  mayChange: boolean,
  onChange: (next: Curated) => void,
): CurationEdit {
  const [said, setSaid] = useState('');
  const change = (next: Curated, words: string): void => {
    onChange(next);
    setSaid(words);
  };
  const place = ({ promoted }: Curated, id: string): string =>
    `position ${promoted.indexOf(id) + 1} of ${promoted.length}`;
  return {
    ...curated,
    mayChange,
    said,
    promote(id, title) {
      const next = promoting(curated, id);
      change(next, `${title} is promoted, ${place(next, id)}.`);
    },
    hide: (id, title) => change(hiding(curated, id), `${title} is hidden.`),
    release: (id, title) => change(released(curated, id), `${title} is neither promoted nor hidden.`),
    move(id, title, to) {
      const next = moving(curated, id, to);
      change(next, `${title} is at ${place(next, id)}.`);
    },
    leaveOut: (ids) => change(leavingOut(curated, ids), 'Missing documents are removed.'),
  };
}
