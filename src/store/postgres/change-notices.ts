import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, ClientBase } from 'pg';
import { ANY_CHANGE, type ChangeListener, type ChangeNotice, TRUST } from '../port.ts';
import { CHANNEL, receivedNotice } from './changes.ts';
import type { Witness } from './transactions.ts';

/** The pause between two proofs that all notices have arrived, in milliseconds. */
const BEAT_EVERY = 150;
/** The longest that the server may take to answer one, in milliseconds. */
const BEAT_TIMEOUT = 5000;
/** The longest that the end of the connection may take, in milliseconds. */
const CLOSE_TIMEOUT = 2000;
/** While there is no proof, copies are dropped this often, in milliseconds: less than `TRUST`. */
const EXPIRE_EVERY = 250;
/** Pauses before a new connection, in milliseconds. */
const FIRST_PAUSE = 50;
const MOST_PAUSE = 1000;

export interface NoticeOptions {
  /** The id of this node. */
  readonly node: string;
  connect(): Promise<Client>;
  /** Runs on the connection with each proof. */
  beat(client: ClientBase): Promise<void>;
  /** Whether others wait for this node before they rely on a change. */
  isRegistered(now: number): boolean;
  /** The server has stopped answering. */
  onSilence(): void;
  /** Runs when the connection is closed on purpose. */
  leave(client: ClientBase): Promise<void>;
}

/**
 * Notices of commits, over a connection of its own that listens.
 *
 * A query on that connection proves that all notices of earlier commits have arrived: the server sends them before its
 * answer. Copies of records are trusted for `TRUST` after the beginning of the last such query, by the monotonic clock,
 * which goes on while the process is stopped. A transaction that takes rights away waits longer than that before it is
 * acknowledged.
 */
export class ChangeNotices {
  readonly #options: NoticeOptions;
  readonly #listeners = new Set<ChangeListener>();
  readonly #closing = new AbortController();
  #client: Client | undefined;
  #following: Promise<void> | undefined;
  #expiry: NodeJS.Timeout | undefined;
  #provenAt = Number.NEGATIVE_INFINITY;
  #expiredAt = Number.NEGATIVE_INFINITY;

  constructor(options: NoticeOptions) {
    this.#options = options;
  }

  /** Connects and goes on listening until `close`. Rejects if the first connection fails. */
  async start(): Promise<void> {
    await this.#connect();
    this.#following = this.#follow();
    // Also for listeners that do not ask before they use a copy.
    this.#expiry = setInterval(() => this.expireCopies(), EXPIRE_EVERY).unref();
  }

  subscribe(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  deliver(notice: ChangeNotice): void {
    for (const listener of this.#listeners) listener(notice);
  }

  /** The connection that listens, which ends when the server crashes. */
  get witness(): Witness | undefined {
    const client = this.#client;
    return (
      client && {
        isAlive: () =>
          client.query('select 1').then(
            () => true,
            () => false,
          ),
      }
    );
  }

  /** Lets all copies be dropped if one of them may be out of date. */
  expireCopies(): void {
    const now = performance.now();
    if (now - this.#provenAt <= TRUST && this.#options.isRegistered(now)) return;
    if (now - this.#expiredAt < EXPIRE_EVERY) return;
    this.#expiredAt = now;
    this.deliver(ANY_CHANGE);
  }

  async close(): Promise<void> {
    clearInterval(this.#expiry);
    this.#listeners.clear();
    this.#closing.abort();
    await this.#following;
  }

  async #connect(): Promise<void> {
    const client = await this.#options.connect();
    client.on('notification', ({ payload }) => {
      const notice = receivedNotice(payload, this.#options.node);
      if (notice !== undefined) this.deliver(notice);
    });
    try {
      await client.query(`listen ${CHANNEL}`);
      // Notices before the `listen` are lost.
      this.deliver(ANY_CHANGE);
      await this.#beat(client);
      this.#client = client;
    } catch (error) {
      void client.end();
      throw error;
    }
  }

  async #follow(): Promise<void> {
    const { signal } = this.#closing;
    for (let pause = FIRST_PAUSE; !signal.aborted; ) {
      try {
        if (this.#client === undefined) await this.#connect();
        else await this.#beat(this.#client);
        pause = FIRST_PAUSE;
        await idle(BEAT_EVERY, signal);
      } catch {
        void this.#client?.end();
        this.#client = undefined;
        await idle(pause, signal);
        pause = Math.min(2 * pause, MOST_PAUSE);
      }
    }
    const client = this.#client;
    this.#client = undefined;
    if (client === undefined) return;
    const timer = setTimeout(() => client.connection.stream.destroy(), CLOSE_TIMEOUT);
    await this.#options.leave(client).catch(() => {});
    await client.end();
    clearTimeout(timer);
  }

  async #beat(client: Client): Promise<void> {
    const began = performance.now();
    let isAnswered = false;
    const silent = (): void => {
      if (isAnswered) return;
      client.connection.stream.destroy();
      this.#options.onSilence();
    };
    // After the process was stopped, timers come before an answer that has arrived meanwhile: that one is read first.
    const timer = setTimeout(() => setImmediate(() => setImmediate(silent)), BEAT_TIMEOUT);
    try {
      await this.#options.beat(client);
      this.#provenAt = began;
    } finally {
      isAnswered = true;
      clearTimeout(timer);
    }
  }
}

/** Waits, or less if the signal is aborted. */
const idle = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { signal }).catch(() => {});
