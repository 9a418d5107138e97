import type { StatementSync } from 'node:sqlite';
import { ANY_CHANGE, type ChangeListener } from '../port.ts';
import { Connection } from './connection.ts';

/** How often commits of other processes are looked for, in milliseconds. */
const POLL_EVERY = 100;

/**
 * Notices of commits, from SQLite's own counter: `data_version` of a connection changes with every commit of any other
 * connection, in whatever thread or process, and says nothing about what was committed, so a notice names every kind.
 * The counters of two connections are unrelated; this connection is used for nothing else and never writes.
 * Cost of a check: 2 to 7 µs, no page is read.
 */
export class ChangeNotices {
  readonly #path: string;
  readonly #listeners = new Set<ChangeListener>();
  #connection: Connection | undefined;
  #dataVersion: StatementSync | undefined;
  #known = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  subscribe(listener: ChangeListener): () => void {
    if (this.#timer === undefined) {
      this.#known = this.#read();
      this.#timer = setInterval(() => this.check(), POLL_EVERY).unref();
    }
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Notifies if anything was committed since the last check. */
  check(): void {
    if (this.#listeners.size === 0) return;
    const version = this.#read();
    if (version === this.#known) return;
    this.#known = version;
    for (const listener of this.#listeners) listener(ANY_CHANGE);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#listeners.clear();
    this.#connection?.close();
  }

  #read(): number {
    this.#dataVersion ??= this.#prepare();
    const [version] = this.#dataVersion.get() as unknown as [number];
    return version;
  }

  #prepare(): StatementSync {
    this.#connection = new Connection({ path: this.#path, reads: true });
    const statement = this.#connection.db.prepare('pragma data_version');
    statement.setReturnArrays(true);
    return statement;
  }
}
