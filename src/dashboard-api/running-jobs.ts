import type { RunningImport } from '../bulk/imports.ts';
import type { Rebuilds } from '../indexing/rebuilds.ts';
import type { Reindexing } from '../schema/reindexing.ts';
import type { JobRecord, Store } from '../store/port.ts';
import type { EngineOfJob, RunningJob, RunningJobs } from './operations-types.ts';

/** The number of jobs that are listed. */
const LISTED = 100;

export interface JobSources {
  readonly store: Store;
  readonly reindexing: Pick<Reindexing, 'progressOf'>;
  readonly imports: { readonly running: readonly Readonly<RunningImport>[] };
  readonly rebuilds: Pick<Rebuilds, 'running'>;
}

/** Work in the background: reindexes and clean-ups of all nodes, imports and rebuilds of this one. */
export async function runningJobs({
  store,
  reindexing,
  imports,
  rebuilds,
}: JobSources): Promise<RunningJobs> {
  const [reindexes, holders, deleted] = await Promise.all([
    store.jobs.running(),
    store.jobs.holders(),
    store.engines.deleted(),
  ]);
  const here = store.nodes?.id ?? null;
  const reindex = ({ id, engineId, total, done, startedAt }: JobRecord): Unnamed => {
    const progress = reindexing.progressOf(engineId);
    return {
      id: `reindex ${id}`,
      kind: 'reindex',
      engineId,
      documents_done: progress?.done ?? done,
      documents_total: progress?.total ?? total,
      started_at: moment(startedAt),
      node: here === null ? null : (holders.get(id) ?? null),
    };
  };
  const jobs: readonly Unnamed[] = [
    ...reindexes.map(reindex),
    ...rebuilds.running.map(({ engineId, startedAt }) => ({
      ...ofNode(engineId, startedAt, here),
      id: `rebuild ${engineId}`,
      kind: 'rebuild' as const,
    })),
    ...imports.running.map(({ id, engineId, startedAt, done }) => ({
      ...ofNode(engineId, startedAt, here),
      id: `import ${id}`,
      kind: 'import' as const,
      documents_done: done,
    })),
    ...(deleted.length > 0 ? [CLEANUP] : []),
  ];
  const engineOf = await engineNames(store);
  const results: RunningJob[] = [];
  for (const { engineId, ...job } of jobs.slice(0, LISTED)) {
    const engine = engineId === null ? null : await engineOf(engineId);
    results.push({ ...job, engine });
  }
  return { total: jobs.length, results };
}

/** A job with the id of its engine. */
type Unnamed = Omit<RunningJob, 'engine'> & { readonly engineId: number | null };

const moment = (ms: number): string => new Date(ms).toISOString();

const CLEANUP: Unnamed = {
  id: 'cleanup',
  kind: 'cleanup',
  engineId: null,
  documents_done: null,
  documents_total: null,
  started_at: null,
  node: null,
};

/** A job that this node runs. */
const ofNode = (engineId: number, startedAt: number, node: string | null) => ({
  engineId,
  documents_done: null,
  documents_total: null,
  started_at: moment(startedAt),
  node,
});

/** Finds the engine and account of a job; null for an engine that was deleted meanwhile. */
async function engineNames({ accounts, engines }: Store) {
  const byId = new Map((await accounts.list()).map((account) => [account.id, account]));
  return async (id: number): Promise<EngineOfJob | null> => {
    const engine = await engines.byId(id);
    const account = engine && byId.get(engine.accountId);
    if (engine === undefined || account === undefined) return null;
    return { name: engine.name, account: account.name, host_identifier: account.hostIdentifier };
  };
}
