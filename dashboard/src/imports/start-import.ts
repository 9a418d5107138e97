import { routeOf } from '../addresses.ts';
import { call } from '../api/client.ts';
import { engineKey, enginesQuery } from '../api/queries.ts';
import { queryClient } from '../api/query-client.ts';
import type { Column } from './column.ts';
import { type CurrentImport, currentImport, isUnderWay } from './current-import.ts';
import { entriesOf } from './entries.ts';
import { idsOfImport, preparing } from './import-document.ts';
import { type DocumentResult, ImportRun, type Progress } from './import-run.ts';
import type { Layout } from './layout.ts';
import { retryDecision } from './retry-policy.ts';

export interface ImportRequest {
  readonly account: string;
  readonly engine: string;
  readonly file: Blob;
  readonly fileName: string;
  readonly layout: Layout;
  readonly columns: readonly Column[];
}

/** Request timeout in milliseconds; a repeated request is harmless. */
const REQUEST_TIMEOUT = 120_000;
/** Minimum milliseconds between progress updates, unless the phase changes. */
const BETWEEN_LOOKS = 200;

const warnBeforeLeaving = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Starts an import, which continues across navigation. */
export function startImport({ account, engine, file, fileName, layout, columns }: ImportRequest): void {
  const path = routeOf.api(account, 'engines', engine, 'documents');
  const run: ImportRun = new ImportRun({
    entries: entriesOf(file, layout),
    totalBytes: file.size,
    prepare: preparing(columns, idsOfImport()),
    send: (body, signal) =>
      call<readonly DocumentResult[]>('POST', path, {
        body,
        signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT)]),
        untracked: true,
      }),
    retryDecision,
    onProgress: (progress) => show(progress),
  });
  const shown: Omit<CurrentImport, 'progress'> = {
    account,
    engine,
    fileName,
    totalBytes: file.size,
    seen: false,
    errors: run.errors,
    pause: () => run.pause(),
    resume: () => run.resume(),
    cancel: () => run.cancel(),
  };
  let last: Progress | undefined;
  let lastLook = 0;
  const show = (progress: Progress): void => {
    const isNews = progress.phase !== last?.phase || progress.reason !== last?.reason;
    if (!isNews && performance.now() - lastLook < BETWEEN_LOOKS) return;
    lastLook = performance.now();
    last = progress;
    currentImport.set({ ...shown, progress });
  };
  addEventListener('beforeunload', warnBeforeLeaving);
  void run.run().finally(() => {
    removeEventListener('beforeunload', warnBeforeLeaving);
    void queryClient.invalidateQueries({ queryKey: engineKey(account, engine) });
    void queryClient.invalidateQueries({ queryKey: enginesQuery(account).queryKey });
  });
}

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
