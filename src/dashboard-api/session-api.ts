import type { Caller } from '../api/caller.ts';
import type { PersonRecord, Role } from '../store/dashboard-port.ts';
import type { AccountRecord, Precondition, Store } from '../store/port.ts';
import type { Audit } from './audit.ts';
import { DEEDS, deedOf } from './audit-actions.ts';
import {
  conflict,
  type MirroredRequest,
  type MirroredRoute,
  MovedOn,
  type VersionedFeatures,
  versionedOf,
} from './resource-versions.ts';
import { isAtLeast } from './roles.ts';

/** The public API as people use it at the dashboard: who they are to it, versions, and who changed what. */
export class Mirror {
  readonly #features: VersionedFeatures & { readonly store: Store };
  readonly #audit: Audit;

  constructor(features: VersionedFeatures & { readonly store: Store }, audit: Audit) {
    this.#features = features;
    this.#audit = audit;
  }

  /** Every write must be known to the audit list before the service starts. */
  check(routes: readonly MirroredRoute[]): void {
    const silent = routes
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path }) => `${method} ${path}`)
      .filter((name) => !Object.hasOwn(DEEDS, name));
    if (silent.length > 0) throw new Error(`The audit list does not know: ${silent.join(', ')}`);
  }

  /** The caller that a person is for routes of the public API; the gate has checked the role. */
  caller(person: PersonRecord, account: AccountRecord, role: Role): Caller {
    return {
      account,
      kind: 'person',
      keyName: person.name,
      read: true,
      write: isAtLeast(role, 'editor'),
      engines: null,
      restrictions: null,
    };
  }

  /** The version of what a read is about to show, or what a write with a version asks of its transaction. */
  async before(
    route: MirroredRoute,
    request: MirroredRequest,
  ): Promise<{ readonly etag: string | undefined; readonly precondition: Precondition | undefined }> {
    const { store } = this.#features;
    const thing = versionedOf(this.#features, route, request);
    const none = { etag: undefined, precondition: undefined };
    if (thing === undefined) return none;
    // Read before the thing itself: a tag that is too old makes somebody look again, one too new loses a change.
    if (route.method === 'GET') return { ...none, etag: await thing.version(store) };
    const { version } = request;
    if (version === undefined) return none;
    const precondition: Precondition = async (tx) => {
      if ((await thing.version(tx)) !== version) throw new MovedOn();
    };
    // Also ahead of the write: dry runs and deletions of engines have no transaction to ask in.
    if ((await thing.version(store)) !== version) throw await conflict(thing, store);
    return { ...none, precondition };
  }

  /** What to refuse with when a route has thrown. */
  async refusal(thrown: unknown, route: MirroredRoute, request: MirroredRequest): Promise<unknown> {
    const thing = thrown instanceof MovedOn ? versionedOf(this.#features, route, request) : undefined;
    return thing === undefined ? thrown : conflict(thing, this.#features.store);
  }

  /** Notes who changed what. */
  async after(
    route: MirroredRoute,
    request: MirroredRequest,
    person: PersonRecord,
    answer: unknown,
  ): Promise<void> {
    const deed = deedOf(route, request, answer);
    if (deed !== undefined) await this.#audit.record({ person, accountId: request.account.id }, deed);
  }
}
