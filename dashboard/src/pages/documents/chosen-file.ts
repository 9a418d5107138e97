import { observable } from '../../api/observable.ts';
import type { Column } from '../../imports/column.ts';
import { dismissImport } from '../../imports/current-import.ts';
import type { Encoding } from '../../imports/encoding.ts';

/** The chosen file before its import. Kept outside of pages, so that it survives a look at the schema. */
export interface ChosenFile {
  /** Unique per choice, also for the same file. */
  readonly key: number;
  readonly account: string;
  /** Null for an engine that is created with the import. */
  readonly engine: string | null;
  readonly file: Blob;
  readonly name: string;
  /** The encoding, if the person has overridden it. */
  readonly encoding?: Encoding;
  /** The person's mapping of columns; undefined until something is changed. */
  readonly columns?: readonly Column[];
}

export const chosenFile = observable<ChosenFile | null>(null);

/** The file name of pasted text, and the name of its draft. */
export const PASTED = 'Pasted text';
export const pastedDraft = (account: string, engine: string | null): string =>
  `pasted ${account} ${engine ?? ''}`;

let choices = 0;

export function chooseFile(account: string, engine: string | null, file: Blob, name: string): void {
  // Otherwise the page would show the result of the last import.
  dismissImport();
  chosenFile.set({ key: ++choices, account, engine, file, name });
}
