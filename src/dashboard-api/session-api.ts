import type { Caller } from '../api/caller.ts';
import { deletedBefore } from '../bulk/filtered-deletions.ts';
import type { PersonRecord, Role } from '../store/dashboard-port.ts';
import type { AccountRecord, Precondition, Store } from '../store/port.ts';
import type { Audit } from './audit.ts';
import { AUDIT_ACTIONS, auditActionFor } from './audit-actions.ts';
import { conflict, VersionConflict, type VersionedFeatures, versionedOf } from './resource-versions.ts';
import { sessionCaller } from './session-caller.ts';
import type { SessionApiRequest, SessionApiRoute } from './versioned.ts';

/**
 * The public API called with a dashboard session instead of a key: maps a person to a caller, checks versions
 * (optimistic concurrency) and writes the audit log.
 */
export class SessionApi {
  readonly #features: VersionedFeatures & { readonly store: Store };
  readonly #audit: Audit;

  constructor(features: VersionedFeatures & { readonly store: Store }, audit: Audit) {
    this.#features = features;
    this.#audit = audit;
  }

  /** Fails at start-up if a write route has no audit action. */
  check(routes: readonly SessionApiRoute[]): void {
    const missing = routes
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path }) => `${method} ${path}`)
      .filter((name) => !Object.hasOwn(AUDIT_ACTIONS, name));
    if (missing.length > 0) throw new Error(`AUDIT_ACTIONS has no entry for: ${missing.join(', ')}`);
  }

  /** The caller that represents a person on routes of the public API. The gate has already checked the role. */
  caller(person: PersonRecord, account: AccountRecord, role: Role): Caller {
    return sessionCaller(person, account, role);
  }

  /** The ETag of a read, or the precondition of a write that states a version. */
  async before(
    route: SessionApiRoute,
    request: SessionApiRequest,
  ): Promise<{ readonly etag: string | undefined; readonly precondition: Precondition | undefined }> {
    const { store } = this.#features;
    const resource = await versionedOf(this.#features, route, request);
    const none = { etag: undefined, precondition: undefined };
    if (resource === undefined) return none;
    // Read before the resource itself: an ETag that is too old causes a needless conflict, one too new loses a change.
    if (route.method === 'GET') return { ...none, etag: await resource.version(store) };
    const { version } = request;
    if (version === undefined) return none;
    const precondition: Precondition = async (tx) => {
      if ((await resource.version(tx)) !== version) throw new VersionConflict();
    };
    // Checked before the write as well: dry runs and engine deletions have no transaction that could check it.
    if ((await resource.version(store)) !== version) throw await conflict(resource, store);
    return { ...none, precondition };
  }

  /** The error to send when a route has thrown. */
  async refusal(thrown: unknown, route: SessionApiRoute, request: SessionApiRequest): Promise<unknown> {
    const resource =
      thrown instanceof VersionConflict ? await versionedOf(this.#features, route, request) : undefined;
    return resource === undefined ? thrown : conflict(resource, this.#features.store);
  }

  /** Records the change in the audit log. */
  async after(
    route: SessionApiRoute,
    request: SessionApiRequest,
    person: PersonRecord,
    answer: unknown,
  ): Promise<void> {
    const action = auditActionFor(route, request, answer);
    if (action !== undefined) await this.#audit.record({ person, accountId: request.account.id }, action);
  }

  /** Records what a failed request has changed nevertheless: a deletion by filter that took too long. */
  async afterFailure(
    route: SessionApiRoute,
    request: SessionApiRequest,
    person: PersonRecord,
    thrown: unknown,
  ): Promise<void> {
    const deleted = deletedBefore(thrown);
    if (deleted > 0) await this.after(route, request, person, { deleted });
  }
}
