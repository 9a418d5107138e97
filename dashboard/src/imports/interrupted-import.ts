import { forgetDraft, keepDraft, keptDraft } from '../parts/draft.ts';

/** An import that was running when the page was reloaded. */
export interface InterruptedImport {
  readonly account: string;
  readonly engine: string;
  readonly fileName: string;
  /** Whether the documents of the file have ids, so that it can be imported again without duplicates. */
  readonly hasIds: boolean;
}

const DRAFT = 'running import';

/** Remembers an import while it is running; a reload ends it. */
export const keepRunning = (started: InterruptedImport): void => keepDraft(DRAFT, started);

export const forgetRunning = (): void => forgetDraft(DRAFT);

export const interruptedImport = (): InterruptedImport | undefined => keptDraft(DRAFT);
