import type { OriginalDocument } from '../../api/types.ts';
import { type DocumentJson, prettyJson } from './document-edit.ts';

/** The text and the version it is based on, so that a reload does not rebase an old text. */
export interface EditDraft {
  readonly text: string;
  readonly base: DocumentJson | null;
  readonly version: string;
}

/** The version of a document that does not exist. */
export const ABSENT = '0';

export const draftOf = (id: string, original: OriginalDocument | null): EditDraft => ({
  text: prettyJson(original?.document ?? { id }),
  base: original?.document ?? null,
  version: original?.version ?? ABSENT,
});

/** The name of the draft in the storage of the tab. */
export const draftName = (account: string, engine: string, id: string): string =>
  `document ${account} ${engine} ${id}`;

/** Whether a draft differs from the document that it is based on. */
export const isEdited = (id: string, { text, base }: EditDraft): boolean =>
  text !== prettyJson(base ?? { id });
