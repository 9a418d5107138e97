import { observable } from '../../api/observable.ts';
import type { Column } from '../../imports/column.ts';
import type { Encoding } from '../../imports/encoding.ts';

/** A file that was chosen and is not imported yet. Outside of pages, so that one may look at the schema meanwhile. */
export interface ChosenFile {
  /** Another one for every choice, also of the same file. */
  readonly key: number;
  readonly account: string;
  readonly engine: string;
  readonly file: Blob;
  readonly name: string;
  /** How to read it, if the person knows better. */
  readonly encoding?: Encoding;
  /** What the person wants to become of its fields; undefined until something was changed. */
  readonly columns?: readonly Column[];
}

export const chosenFile = observable<ChosenFile | null>(null);

/** The name of what was pasted, and of the draft that keeps it. */
export const PASTED = 'Pasted text';
export const pastedDraft = (account: string, engine: string): string => `pasted ${account} ${engine}`;

let choices = 0;

export function chooseFile(account: string, engine: string, file: Blob, name: string): void {
  chosenFile.set({ key: ++choices, account, engine, file, name });
}
