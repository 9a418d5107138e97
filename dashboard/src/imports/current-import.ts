import { observable, useObservable } from '../api/observable.ts';
import type { ErrorLog } from './error-log.ts';
import type { Phase, Progress } from './import-run.ts';

/** The engine before an import, to tell what the import added. */
export interface EngineBefore {
  readonly fields: readonly string[];
  readonly documents: number;
}

/**
 * The import of this window. Kept outside of pages, so that it continues across navigation. Small, as the frame loads it
 * with the first page; the code that does the work is loaded later.
 */
export interface CurrentImport {
  readonly account: string;
  readonly engine: string;
  readonly fileName: string;
  readonly totalBytes: number;
  readonly before: EngineBefore;
  readonly progress: Progress;
  /** Whether the person has seen the result. */
  readonly seen: boolean;
  /** Mutable; `progress.refused` changes with it. */
  readonly errors: ErrorLog;
  pause(): void;
  resume(): void;
  cancel(): void;
}

export const currentImport = observable<CurrentImport | null>(null);

/** Whether it still has documents to send. */
export const isUnderWay = ({ phase }: { readonly phase: Phase }): boolean =>
  phase === 'running' || phase === 'paused' || phase === 'stopped';

export const percentOf = ({ totalBytes, progress }: CurrentImport): number =>
  totalBytes === 0 ? 0 : Math.min(100, (progress.bytes / totalBytes) * 100);

/** Marks the result of an import as seen, so that other pages stop showing it. */
export function noteSeen(): void {
  const current = currentImport.get();
  if (current !== null && !isUnderWay(current.progress)) currentImport.set({ ...current, seen: true });
}

/** Removes a finished import. */
export function dismissImport(): void {
  const current = currentImport.get();
  if (current !== null && !isUnderWay(current.progress)) currentImport.set(null);
}

/** Whether this window is importing into an engine. */
export function useIsImporting(account: string, engine: string): boolean {
  const current = useObservable(currentImport);
  return current?.account === account && current.engine === engine && current.progress.phase === 'running';
}
