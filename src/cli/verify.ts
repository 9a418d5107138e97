import { join } from 'node:path';
import { indexFolder } from '../composition/index-folder.ts';
import {
  type FiledIndex,
  type FileProblem,
  isProblem,
  lacksManifest,
  readIndexFiles,
} from '../index/embedded/file-inspection.ts';
import { DataError } from '../store/migrations/migrations.ts';
import type { EngineRecord, Store } from '../store/port.ts';
import { verifyBackupFile } from './backup-file.ts';
import { type Command, print, UsageError, withAccount } from './command.ts';

/** Sample size: documents per engine compared in each direction. */
const SAMPLE = 1_000;
const PAGE = 500;
/** A running server replaces its files from time to time, so an unsuccessful comparison is repeated. */
const TRIES = 3;

export interface Finding {
  readonly engine: string;
  readonly documents: number;
  /** Changes that are in the store but not in the files yet; the next start applies them. */
  readonly behind: number;
  readonly compared: number;
  readonly problems: readonly string[];
}

/**
 * Compares the search index files with the store, and all stored documents with their checksums; checks the events. With
 * `--backup` it checks a backup instead.
 */
export const verifyCommand: Command = {
  options: { backup: { type: 'string' } },
  async run(invocation) {
    const { config, positionals, values } = invocation;
    const [name, ...rest] = positionals;
    const { backup } = values;
    if (rest.length > 0 || backup === '' || (backup !== undefined && name !== undefined)) {
      throw new UsageError(
        'Usage: `findling verify`, `findling verify ENGINE` or `findling verify --backup FILE`.',
      );
    }
    if (typeof backup === 'string') return verifyBackupFile(invocation, backup);
    return withAccount(invocation, async ({ store }, account) => {
      const engines =
        name === undefined
          ? (await store.engines.all()).filter(({ type }) => type !== 'meta')
          : [await engineOf(store, account.id, name)];
      const findings = await verifyEngines(store, engines, indexFolder(config));
      const events = name === undefined ? await eventProblems(store) : [];
      const isGood = events.length === 0 && findings.every(({ problems }) => problems.length === 0);
      print(
        invocation,
        { ok: isGood, engines: findings, events },
        [...findings.flatMap(lines), ...events, summary(findings)].join('\n'),
      );
      return isGood ? 0 : 1;
    });
  },
};

/** A sentence for each problem of the analytics and API logs. */
async function eventProblems(store: Store): Promise<string[]> {
  const advice =
    store.nodes === undefined
      ? 'The next start renames events.sqlite if it cannot be read, and creates a new one.'
      : 'They are in the schema findling_events of the database.';
  try {
    return (await store.events.check()).map((problem) => `Events: ${problem}. ${advice}`);
  } catch (error) {
    return [`Events: ${(error as Error).message}. ${advice}`];
  }
}

/** An engine by name. Refuses a meta engine, which has no index of its own. */
export async function engineOf(store: Store, accountId: string, name: string): Promise<EngineRecord> {
  const engine = await store.engines.byName(accountId, name);
  if (engine === undefined) throw new DataError(`There is no engine "${name}" in this account.`);
  if (engine.type === 'meta') {
    throw new DataError(
      `The meta engine "${name}" has no search index of its own. Name one of its source engines.`,
    );
  }
  return engine;
}

/** A finding for each engine that still exists; `folder` contains a folder of index files per engine. */
export async function verifyEngines(
  store: Store,
  engines: readonly EngineRecord[],
  folder: string,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { id } of engines) {
    const finding = await verified(store, id, join(folder, String(id)));
    if (finding === undefined) continue;
    const damaged = await damagedDocuments(store, id);
    findings.push({ ...finding, problems: [...damaged, ...finding.problems] });
  }
  return findings;
}

/** A sentence for each stored document that does not have its checksum. */
async function damagedDocuments(store: Store, engineId: number): Promise<string[]> {
  const problems: string[] = [];
  for (let position: number | undefined = 0; position !== undefined; ) {
    const { last, damagedIds } = await store.documents.check(engineId, position, PAGE);
    for (const id of damagedIds) {
      problems.push(
        `Document ${JSON.stringify(id)} in the store is damaged. Index it again, or restore it from a backup.`,
      );
    }
    position = last;
  }
  return problems;
}

async function verified(store: Store, engineId: number, folder: string): Promise<Finding | undefined> {
  for (let attempt = 1; ; attempt++) {
    // Read again at each attempt, as a server may be writing.
    const engine = await store.engines.byId(engineId);
    if (engine === undefined) return undefined;
    const { identity } = store;
    const { language } = engine;
    const index = await readIndexFiles(folder, { identity, engineId, language });
    const finding = isProblem(index) ? unusable(engine, index) : await compared(store, engine, index);
    if (finding.problems.length === 0 || attempt === TRIES) return finding;
  }
}

/** A missing manifest is fine for an engine that has never been written to files. */
function unusable({ name, documentCount, forgotten }: EngineRecord, problem: FileProblem): Finding {
  const isNew = lacksManifest(problem) && forgotten === 0;
  return {
    engine: name,
    documents: documentCount,
    behind: isNew ? documentCount : 0,
    compared: 0,
    problems: isNew ? [] : [`${problem.sentence} The next start rebuilds the index from the store.`],
  };
}

async function compared(store: Store, engine: EngineRecord, index: FiledIndex): Promise<Finding> {
  const problems: string[] = [];
  if (index.sequence > engine.sequence) problems.push('The index is ahead of the store.');
  if (index.sequence < engine.forgotten) {
    problems.push('The index is too far behind: the store no longer has all deletions since then.');
  }
  const ofStore = (await sampleOfStore(store, engine)).filter(({ sequence }) => sequence <= index.sequence);
  const ofIndex = index.sample(SAMPLE);
  const stored = new Map<string, number>();
  for (const ids of pages(ofIndex, PAGE)) {
    for (const [id, { sequence }] of await store.documents.sizesOf(engine.id, ids)) stored.set(id, sequence);
  }
  // Read last, so that it includes every change made before the lookups above.
  const since = await changesSince(store, engine.id, index);
  if (since.count !== since.documentCount) {
    problems.push(
      `The store has ${since.documentCount} documents, the index with later changes has ${since.count}.`,
    );
  }
  for (const { id, sequence } of ofStore) {
    if (index.sequenceOf(id) !== sequence)
      problems.push(`Document ${JSON.stringify(id)} in the store differs from the index.`);
  }
  for (const id of ofIndex) {
    if (stored.get(id) !== index.sequenceOf(id) && !since.changed.has(id))
      problems.push(`Document ${JSON.stringify(id)} in the index differs from the store.`);
  }
  return {
    engine: engine.name,
    documents: engine.documentCount,
    behind: since.changed.size,
    compared: ofStore.length + ofIndex.length,
    problems,
  };
}

/** The changes since the files were written, and the document count of the index including them. */
async function changesSince(store: Store, engineId: number, index: FiledIndex) {
  /** By document id: whether the document exists now. */
  const changed = new Map<string, boolean>();
  for (let from = index.sequence; ; ) {
    const page = await store.documents.changesSince(engineId, from, PAGE);
    for (const { id, json } of page) changed.set(id, json !== null);
    from = page.at(-1)?.sequence ?? from;
    if (page.length > 0) continue;
    const now = await store.engines.byId(engineId);
    // A server may have written between the two reads: then the document count does not match these changes yet.
    const isBehind = now !== undefined && now.sequence > from && now.forgotten <= index.sequence;
    if (isBehind) continue;
    let count = index.documentCount;
    for (const [id, isThere] of changed) {
      count += Number(isThere) - Number(index.sequenceOf(id) !== undefined);
    }
    return { changed, count, documentCount: now?.documentCount ?? count };
  }
}

/** A sample spread over the whole engine. */
async function sampleOfStore(store: Store, engine: EngineRecord) {
  const step = Math.max(1, Math.floor(engine.documentCount / SAMPLE));
  const sample: Array<{ readonly id: string; readonly sequence: number }> = [];
  for (let position = 0; sample.length < SAMPLE; position += step) {
    const [next] = await store.documents.after(engine.id, position, 1);
    if (next === undefined) break;
    sample.push(next);
    position = Math.max(position, next.position - step);
  }
  return sample;
}

function* pages<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

const SHOWN = 10;
const numbers = new Intl.NumberFormat('en-US');

function lines({ engine, documents, behind, compared, problems }: Finding): string[] {
  const facts = `${numbers.format(documents)} documents, ${numbers.format(compared)} compared${behind > 0 ? `, ${numbers.format(behind)} changed since the files were written` : ''}`;
  const shown = problems.slice(0, SHOWN).map((problem) => `  ${problem}`);
  const more = problems.length > SHOWN ? [`  and ${numbers.format(problems.length - SHOWN)} more`] : [];
  return [`${engine}: ${problems.length === 0 ? 'ok' : 'NOT ok'} (${facts})`, ...shown, ...more];
}

const count = (engines: number): string => `${numbers.format(engines)} engine${engines === 1 ? '' : 's'}`;

function summary(findings: readonly Finding[]): string {
  const bad = findings.filter(({ problems }) => problems.length > 0).length;
  if (bad === 0) return `Store and index agree: ${count(findings.length)}, all checksums correct.`;
  return `${numbers.format(bad)} of ${count(findings.length)} ${bad === 1 ? 'needs' : 'need'} attention. Run \`findling reindex ENGINE\` to rebuild an index.`;
}
