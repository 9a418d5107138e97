import type { Schema } from '../values/types.ts';
import type { AdaptiveReader, AdaptiveWriter } from './adaptive-port.ts';
import type { DashboardReaders, DashboardWriters } from './dashboard-port.ts';
import type { EventStore } from './event-port.ts';
import type { JobReader, JobWriter } from './job-port.ts';
import type { JudgementReader, JudgementWriter } from './judgement-port.ts';
import type { KeyReader, KeyWriter, RevocationReader, RevocationWriter } from './key-port.ts';
import type { Nodes } from './node-port.ts';
import type { Page, PageRange } from './page.ts';
import type { TuningReader, TuningWriter } from './tuning-port.ts';

export type * from './adaptive-port.ts';
export type * from './event-port.ts';
export type * from './job-port.ts';
export type * from './judgement-port.ts';
export type * from './key-port.ts';
export type * from './node-port.ts';
export type * from './tuning-port.ts';
export type { Page, PageRange };

/**
 * The system of record.
 *
 * Promises every adapter keeps (test/ports/store-conformance.ts holds them to it):
 * - what a `transact` did is durable when its promise resolves, and nothing of it is there when it rejects;
 * - transactions of one scope run one after another, so what one reads of its scope stays true until it ends;
 * - reads outside a transaction see committed data only, and never wait for a transaction;
 * - texts come back as they were; callers write no NUL and no lone surrogates, which not every database can keep, and
 *   find nothing by them;
 * - every change of a document has a sequence number of its engine, without gaps in order of commit;
 * - a transaction that the store has no space for rejects with `StoreFull`; reads continue, as do writes once there is
 *   space again. Whether the store keeps a reserve for writes that make it smaller is up to the adapter.
 * - a store that cannot be reached, or does not answer in time, rejects with `StoreUnavailable`;
 * - a key that was changed or deleted, and a signed key that was revoked, is accepted by no process once `transact` has
 *   resolved, if all of them look records up through `withCachedRecords`.
 */
export interface Store extends StoreReader {
  /** A random text, created with the data and never changed: derived data can name the store it belongs to. */
  readonly identity: string;
  /** Searches, clicks and API requests, which are no part of transactions. */
  readonly events: EventStore;
  /**
   * Calls `listener` when records that others may keep copies of may have changed, until the returned function is
   * called. A notice may name kinds and engines that did not change.
   * - Commits of this store: before the promise of their `transact` resolves, so a process reads its own writes.
   * - Commits of other processes: within `NOTICE_LAG`.
   * - While an adapter receives no notices (a lost connection), it names every kind at least once per `NOTICE_LAG`.
   */
  subscribe(listener: ChangeListener): () => void;
  /**
   * Optional: delivers notices of all earlier commits now, also of other processes. For stores that can look within
   * microseconds: with it a cache is never behind, without it at most by `NOTICE_LAG`.
   */
  readonly checkForChanges?: () => void;
  /**
   * Optional, for stores whose notices travel over a network: called before a copy is used, it delivers `ANY_CHANGE` if
   * the last proof that all notices have arrived is too old. With it a copy is never used later than `TRUST` after the
   * commit that changed it, even after a lost connection or while the process was stopped.
   */
  readonly expireCopies?: () => void;
  /** Optional: the other processes that use the store. */
  readonly nodes?: Nodes;
  /** Optional: the threads of this process that the store runs; each object shows the current state. */
  readonly threads?: readonly StoreThread[];
  /** Optional, for stores elsewhere: the connections of this process to them, at this moment. */
  readonly connections?: () => StoreConnections;
  /**
   * Runs `work` as one transaction and gives what its last, committed run returned. An adapter may run `work` again
   * when the database aborted a run (a serialization failure, say), so `work` has no effect outside `tx`: it starts
   * nothing, changes no variable around it, and throws the same error on the same data.
   */
  transact<T>(scope: Scope, work: (tx: StoreWriter) => Promise<T>): Promise<T>;
  /**
   * The data as it is now, for reads that take long: no later commit is visible in it. The store may keep what others
   * delete until it is closed, so callers bound how many they hold and for how long.
   */
  snapshot(): Promise<StoreSnapshot>;
  close(): Promise<void>;
}

export interface StoreThread {
  readonly name: string;
  readonly isStarted: boolean;
  /** Unanswered calls. */
  readonly pending: number;
}

export interface StoreConnections {
  readonly used: number;
  readonly idle: number;
  /** Reads and transactions that wait for one. */
  readonly waiting: number;
}

export interface StoreSnapshot {
  readonly engines: Pick<EngineReader, 'byId'>;
  readonly documents: DocumentReader;
  /** Ends the snapshot; reads that run reject. Further calls do nothing. */
  close(): void;
}

/** Kinds of records that others may keep copies of. A change of an engine's documents changes its record too. */
const CACHED_KINDS = ['accounts', 'keys', 'revocations', 'engines'] as const;
export type CachedKind = (typeof CACHED_KINDS)[number];
/** What may have changed. */
export interface ChangeNotice {
  readonly kinds: readonly CachedKind[];
  /** With the kind `engines`: the ids of the engines whose record or documents changed; undefined if any may have. */
  readonly engines?: readonly number[] | undefined;
}
export type ChangeListener = (notice: ChangeNotice) => void;
/** The notice that anything may have changed. */
export const ANY_CHANGE: ChangeNotice = { kinds: CACHED_KINDS };

/** The longest that a notice of another process's commit may take, in milliseconds. */
export const NOTICE_LAG = 1000;

/** How long copies are used without a new proof that all notices have arrived, in milliseconds. */
export const TRUST = 500;

/** The store has no space for what a transaction writes. */
export class StoreFull extends Error {
  override readonly name = 'StoreFull';
}

/** The store could not write for another reason than lack of space, such as a disk error. */
export class StoreFailed extends Error {
  override readonly name = 'StoreFailed';
}

/** The store cannot be reached, or did not answer in time. Nothing of a transaction is there. */
export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable';
}

/** The store was lost during a commit and did not come back: all of the transaction may be there, or nothing of it. */
export class StoreOutcomeUnknown extends StoreUnavailable {
  override readonly name = 'StoreOutcomeUnknown';
}

/** A document is not as it was written: the disk or something else changed its bytes. */
export class DocumentDamaged extends Error {
  override readonly name = 'DocumentDamaged';
  readonly id: string;

  constructor(id: string) {
    super(`the checksum of document ${JSON.stringify(id)} is wrong`);
    this.id = id;
  }
}

/**
 * What a transaction reads and decides about. Transactions of the same scope are serial; those of different scopes may
 * overlap, so a rule that must hold across engines needs the scope of their account, and one that must hold across
 * accounts needs the instance.
 * - `engine`: its record, documents, jobs, unconfirmed fields, tuning, judgements, adaptive relevance;
 * - `account`: its keys and revocations, the names of its engines;
 * - `instance`: facts, accounts, people, sessions, links.
 * Audit lines may be written in every scope: their numbers, as all numbers the store gives out, are never given twice.
 */
export type Scope = { readonly engine: number } | { readonly account: string } | 'instance';

export interface StoreReader extends DashboardReaders {
  readonly instance: InstanceReader;
  readonly accounts: AccountReader;
  readonly keys: KeyReader;
  readonly revocations: RevocationReader;
  readonly engines: EngineReader;
  readonly documents: DocumentReader;
  readonly jobs: JobReader;
  readonly clicks: ClickReader;
  readonly tuning: TuningReader;
  readonly judgements: JudgementReader;
  readonly adaptive: AdaptiveReader;
}

/** The view of a transaction: all reads, which see its own writes, and all writes. */
export interface StoreWriter extends Omit<StoreReader, keyof DashboardWriters>, DashboardWriters {
  readonly instance: InstanceReader & InstanceWriter;
  readonly accounts: AccountReader & AccountWriter;
  readonly keys: KeyReader & KeyWriter;
  readonly revocations: RevocationReader & RevocationWriter;
  readonly engines: EngineReader & EngineWriter;
  readonly documents: DocumentReader & DocumentWriter;
  readonly jobs: JobReader & JobWriter;
  readonly clicks: ClickReader & ClickWriter;
  readonly tuning: TuningReader & TuningWriter;
  readonly judgements: JudgementReader & JudgementWriter;
  readonly adaptive: AdaptiveReader & AdaptiveWriter;
}

/**
 * Checked within the transaction of a write, before anything is written: throws if the data has changed since the
 * sender read it.
 */
export type Precondition = (tx: StoreReader) => Promise<void>;

/** Facts about the instance itself, such as the check value of its secret. */
export interface InstanceReader {
  get(name: string): Promise<string | undefined>;
}
export interface InstanceWriter {
  set(name: string, value: string): Promise<void>;
}

export interface AccountRecord {
  readonly id: string;
  readonly name: string;
  readonly hostIdentifier: string;
  readonly isDefault: boolean;
  readonly createdAt: number;
}
export interface AccountReader {
  default(): Promise<AccountRecord | undefined>;
  byHostIdentifier(identifier: string): Promise<AccountRecord | undefined>;
  byName(name: string): Promise<AccountRecord | undefined>;
  list(): Promise<readonly AccountRecord[]>;
}
export interface AccountWriter {
  insert(account: AccountRecord): Promise<void>;
}

export interface EngineRecord {
  readonly id: number;
  readonly accountId: string;
  readonly name: string;
  readonly type: 'default' | 'meta';
  /** Meta engines: the ids of the source engines, in the order in which they were added; some may be deleted. */
  readonly sources: readonly number[];
  readonly language: string | null;
  readonly createSettings: Readonly<Record<string, unknown>>;
  readonly schema: Schema;
  readonly documentCount: number;
  /** The sequence number of the last change of a document. */
  readonly sequence: number;
  /** Deletions up to this sequence number may no longer be on record: an older copy cannot catch up. */
  readonly forgotten: number;
  /** The running reindex job, if there is one. */
  readonly runningJob: number | null;
  /** Raised by every change of its settings, synonym sets, curations or sources. */
  readonly tuningVersion: number;
  readonly createdAt: number;
}
export type NewEngine = Pick<
  EngineRecord,
  'accountId' | 'name' | 'language' | 'createSettings' | 'createdAt'
> &
  Partial<Pick<EngineRecord, 'type' | 'sources'>>;
/** Figures about an engine that are not in its record. */
export interface EngineFigures {
  /** UTF-8 bytes of the documents' JSON. */
  readonly documentBytes: number;
  /** Time of the last change of its documents or schema, or of its creation. */
  readonly changedAt: number;
}
export interface EngineReader {
  byName(accountId: string, name: string): Promise<EngineRecord | undefined>;
  byId(id: number): Promise<EngineRecord | undefined>;
  /** As `byId`, past every cache: the record includes every commit before the call, also of other nodes. */
  fresh(id: number): Promise<EngineRecord | undefined>;
  /** Ascending by name, in byte order; only those in `scope` unless it is null. */
  page(accountId: string, scope: readonly string[] | null, range: PageRange): Promise<Page<EngineRecord>>;
  /** Figures by the id of the engine. */
  figures(ids: readonly number[]): Promise<ReadonlyMap<number, EngineFigures>>;
  /** Engines of every account. */
  all(): Promise<readonly EngineRecord[]>;
  /** Deleted engines that `purge` has not removed completely. */
  deleted(): Promise<readonly number[]>;
}
export interface EngineWriter {
  insert(engine: NewEngine): Promise<EngineRecord>;
  setSchema(id: number, schema: Schema): Promise<void>;
  setSources(id: number, sources: readonly number[]): Promise<void>;
  setRunningJob(id: number, job: number | null): Promise<void>;
  /** Hides the engine and frees its name; `purge` removes its documents. */
  delete(id: number): Promise<void>;
  /** Removes up to `limit` rows of a deleted engine, finally the engine itself; true when nothing is left. */
  purge(id: number, limit: number): Promise<boolean>;
}

/** A document as stored: each value as it was sent, without `id`. */
export interface StoredDocument {
  readonly id: string;
  readonly sequence: number;
  /** The sequence number of its first insertion, which a replacement keeps: the order of lists. */
  readonly position: number;
  readonly json: string;
}
/** The latest change of a document: its JSON, or null if it was deleted. */
export interface DocumentChange {
  readonly sequence: number;
  readonly id: string;
  readonly json: string | null;
}
/** The size of a document. */
export interface DocumentSize {
  readonly sequence: number;
  /** UTF-8 bytes of its JSON. */
  readonly bytes: number;
}
/** The result of checking some documents. */
export interface DocumentCheck {
  /** The position of the last document; undefined if there was none. */
  readonly last: number | undefined;
  readonly damagedIds: readonly string[];
}
export interface DocumentReader {
  /**
   * Rejects with `DocumentDamaged` if one of them is damaged, as does `page`. With `onDamaged`, damaged documents are
   * reported to it and left out.
   */
  byIds(
    engineId: number,
    ids: readonly string[],
    onDamaged?: (id: string) => void,
  ): Promise<ReadonlyMap<string, StoredDocument>>;
  /** The sizes of the documents that `byIds` would give; cheap for documents of any size. */
  sizesOf(engineId: number, ids: readonly string[]): Promise<ReadonlyMap<string, DocumentSize>>;
  /** In order of first insertion. */
  page(engineId: number, range: PageRange): Promise<readonly StoredDocument[]>;
  /** Compares the next documents after a position with their checksums. */
  check(engineId: number, position: number, limit: number): Promise<DocumentCheck>;
  /**
   * The next documents after a position, in order of first insertion. Damaged ones too, as is `changesSince`: an index
   * is built from these, and one damaged document must not keep all others from being found. With `isChecked` it rejects
   * with `DocumentDamaged` instead.
   */
  after(
    engineId: number,
    position: number,
    limit: number,
    isChecked?: boolean,
  ): Promise<readonly StoredDocument[]>;
  /** The positions of up to `limit` documents that were last written after a sequence number, in order of that number. */
  positionsSince(engineId: number, sequence: number, limit: number): Promise<readonly number[]>;
  /**
   * The changes after a sequence number, in order, each document with its latest change only. Complete if the number is
   * at least the engine's `forgotten`.
   */
  changesSince(engineId: number, sequence: number, limit: number): Promise<readonly DocumentChange[]>;
}
export interface DocumentWriter {
  /** Inserts or replaces, in the given order. Ids are distinct. */
  put(
    engineId: number,
    documents: ReadonlyArray<{ id: string; json: string }>,
  ): Promise<readonly DocumentChange[]>;
  /** Deletes the documents of `ids` that exist. */
  delete(engineId: number, ids: readonly string[]): Promise<readonly DocumentChange[]>;
  /**
   * Removes the records of deletions up to a sequence number that all copies of the engine have reached, and gives the
   * engine's `forgotten` afterwards. Deletions since the start of a running reindex job are kept until it ends, whatever
   * the caller asks for, because the job replays them.
   */
  forgetDeletions(engineId: number, upTo: number): Promise<number>;
}

/** A click on a result of a search, as earlier versions stored it. Such clicks are moved to the events. */
export interface ClickRecord {
  /** Order of insertion. */
  readonly number: number;
  readonly engineId: number;
  readonly query: string;
  readonly documentId: string;
  readonly tags: readonly string[];
  readonly createdAt: number;
}
export interface ClickReader {
  /** The first clicks after a number. */
  after(number: number, limit: number): Promise<readonly ClickRecord[]>;
}
export interface ClickWriter {
  removeUpTo(number: number): Promise<void>;
}
