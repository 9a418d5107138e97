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
