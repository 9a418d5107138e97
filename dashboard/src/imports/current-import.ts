import { observable, useObservable } from '../api/observable.ts';
import type { ErrorLog } from './error-log.ts';
import type { Phase, Progress } from './import-run.ts';

/**
 * The import of this window, outside of all pages so that it goes on while one moves about. Small: the frame shows it,
 * so it is loaded with the first page; what does the work comes later.
 */
export interface CurrentImport {
  readonly account: string;
  readonly engine: string;
  readonly fileName: string;
  readonly totalBytes: number;
  readonly progress: Progress;
  /** Whether the person has looked at its end. */
  readonly seen: boolean;
  /** Grows; `progress.refused` tells when. */
  readonly errors: ErrorLog;
  pause(): void;
  resume(): void;
  cancel(): void;
}

export const currentImport = observable<CurrentImport | null>(null);

/** Whether it still has something to send. */
export const isUnderWay = ({ phase }: { readonly phase: Phase }): boolean =>
  phase === 'running' || phase === 'paused' || phase === 'stopped';

export const percentOf = ({ totalBytes, progress }: CurrentImport): number =>
  totalBytes === 0 ? 0 : Math.min(100, (progress.bytes / totalBytes) * 100);

/** Whether this window fills an engine just now. */
export function useIsImporting(account: string, engine: string): boolean {
  const current = useObservable(currentImport);
  return current?.account === account && current.engine === engine && current.progress.phase === 'running';
}
