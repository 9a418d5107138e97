import { observable } from '../api/observable.ts';
import type { Saved } from './settings-save.ts';

/** The last save of search settings in this window, which can be undone. Kept outside of pages to survive navigation. */
export interface LastSave extends Saved {
  readonly account: string;
  readonly engine: string;
  /** The page that saved. */
  readonly page: string;
}

export const lastSave = observable<LastSave | null>(null);
