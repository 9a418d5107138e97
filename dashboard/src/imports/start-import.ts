import { routeOf } from '../addresses.ts';
import { call } from '../api/client.ts';
import { engineKey, enginesQuery } from '../api/queries.ts';
import { queryClient } from '../api/query-client.ts';
import type { Column } from './column.ts';
import { type CurrentImport, currentImport, type EngineBefore } from './current-import.ts';
import { entriesOf } from './entries.ts';
import { idsOfImport, preparing } from './import-document.ts';
import { type DocumentResult, ImportRun, type Progress } from './import-run.ts';
import { forgetRunning, keepRunning } from './interrupted-import.ts';
import type { Layout } from './layout.ts';
import { retryDecision } from './retry-policy.ts';

export interface ImportRequest {
  readonly account: string;
  readonly engine: string;
  readonly file: Blob;
  readonly fileName: string;
  readonly layout: Layout;
  readonly columns: readonly Column[];
  readonly before: EngineBefore;
  /** Fields that the documents add and whose types the person has seen, to be confirmed at the end. */
  readonly seenFields: readonly string[];
}

/** Request timeout in milliseconds; a repeated request is harmless. */
const REQUEST_TIMEOUT = 120_000;
/** Minimum milliseconds between progress updates, unless the phase changes. */
const BETWEEN_LOOKS = 200;

const warnBeforeLeaving = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Starts an import, which continues across navigation. */
export function startImport(request: ImportRequest): void {
  const { account, engine, file, fileName, layout, columns, before } = request;
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
    before,
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
  const hasIds = columns.some(({ target, imported }) => imported && target === 'id');
  keepRunning({ account, engine, fileName, hasIds });
  void run.run().finally(async () => {
    removeEventListener('beforeunload', warnBeforeLeaving);
    forgetRunning();
    refresh(account, engine);
    if (await confirmTypes(request)) refresh(account, engine);
  });
}

function refresh(account: string, engine: string): void {
  void queryClient.invalidateQueries({ queryKey: engineKey(account, engine) });
  void queryClient.invalidateQueries({ queryKey: enginesQuery(account).queryKey });
}

/** Confirms the types that the person has seen. If this fails, the Schema page offers to confirm them. */
async function confirmTypes({ account, engine, seenFields: fields }: ImportRequest): Promise<boolean> {
  if (fields.length === 0) return false;
  const path = routeOf.account(account, 'engines', engine, 'schema', 'confirm');
  return call('POST', path, { body: { fields }, untracked: true }).then(
    () => true,
    () => false,
  );
}
