import { randomBytes } from 'node:crypto';
import type { OpenSession, Visitor } from '../api/dashboard-route.ts';
import type { Vault } from '../credentials/vault.ts';
import { errors } from '../errors.ts';
import { limits } from '../limits.ts';
import type { PersonRecord, SessionRecord } from '../store/dashboard-port.ts';
import type { Store } from '../store/port.ts';
import type { SessionItem } from './types.ts';

/** Resolution of a session's last use, in milliseconds: writing it on every request would cost too much. */
const SEEN_RESOLUTION = 60_000;
/** Maximum length of a stored User-Agent, in characters. */
const MAX_AGENT_LENGTH = 300;

export const sessionJson = (session: SessionRecord, currentId: string): SessionItem => ({
  id: session.id,
  current: session.id === currentId,
  user_agent: session.userAgent,
  address: session.address,
  created_at: new Date(session.createdAt).toISOString(),
  seen_at: new Date(session.seenAt).toISOString(),
});

/** Dashboard sessions. Only the browser has the cookie's value; the store keeps a keyed hash of it. */
export class Sessions {
  readonly #store: Store;
  readonly #vault: Vault;
  readonly #now: () => number;

  constructor(store: Store, vault: Vault, now: () => number = Date.now) {
    this.#store = store;
    this.#vault = vault;
    this.#now = now;
  }

  /** The session of a cookie; undefined if there is none or it was idle for too long. */
  async find(value: string | undefined): Promise<OpenSession | undefined> {
    if (value === undefined || value === '') return undefined;
    const record = await this.#store.sessions.byLookup(this.#lookup(value));
    const now = this.#now();
    if (record === undefined || now - record.seenAt >= limits.sessionIdle) return undefined;
    const person = await this.#store.people.byId(record.personId);
    if (person === undefined) return undefined;
    if (now - record.seenAt >= SEEN_RESOLUTION) {
      await this.#store.transact('instance', async ({ sessions, people }) => {
        await sessions.setSeen(record.id, now);
        await people.setSeen(person.id, now);
      });
    }
    return { record, person };
  }

  /** Starts a session and returns its cookie value. Ends the browser's previous session. */
  async begin(person: PersonRecord, visitor: Visitor, before: OpenSession | undefined): Promise<string> {
    const value = randomBytes(32).toString('base64url');
    const now = this.#now();
    await this.#store.transact('instance', async ({ sessions, people }) => {
      if (before !== undefined) await sessions.delete(before.person.id, before.record.id);
      await sessions.deleteUnused(now - limits.sessionIdle);
      await sessions.insert({
        id: randomBytes(12).toString('hex'),
        personId: person.id,
        lookup: this.#lookup(value),
        userAgent: visitor.userAgent.slice(0, MAX_AGENT_LENGTH),
        address: visitor.address,
        createdAt: now,
        seenAt: now,
      });
      await people.setSeen(person.id, now);
    });
    return value;
  }

  /** Active sessions, most recently used first. */
  async list(personId: string): Promise<readonly SessionRecord[]> {
    const since = this.#now() - limits.sessionIdle;
    return (await this.#store.sessions.ofPerson(personId)).filter(({ seenAt }) => seenAt > since);
  }

  async end(personId: string, id: string): Promise<void> {
    const ended = await this.#store.transact('instance', ({ sessions }) => sessions.delete(personId, id));
    if (!ended) throw errors.noSuchSession();
  }

  async endAll(personId: string): Promise<void> {
    await this.#store.transact('instance', ({ sessions }) => sessions.deleteAll(personId));
  }

  #lookup(value: string): string {
    return this.#vault.lookup(`session ${value}`);
  }
}
