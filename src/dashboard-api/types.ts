/**
 * The JSON of the dashboard's own routes, for server and browser. Types only: this file imports nothing and is empty once
 * types are stripped.
 *
 * All routes are below `/dashboard/api`. `:account` is a host identifier. Requests carry the session cookie
 * (`fetch` with `credentials: 'same-origin'`, the default) and, when they change something, the browser's own Origin.
 *
 * The public API (engines, documents, schema, search except `click`, and credentials) is also available at
 * `/accounts/:account/as/v1`: same JSON, same error messages, a session instead of a key.
 *
 * Status codes of every route: 400 invalid input, 401 not signed in (`Errors`), 403 role or Origin not permitted, 404 no such
 * account, engine or resource, 409 changed by someone else (`Conflict`), 410 one-time link used or expired, 429 too many
 * attempts (`Retry-After` in seconds).
 *
 * Versions. These reads return an `ETag`, which a later write may send as `If-Match`:
 *   GET as/v1/engines/:engine                    -> DELETE as/v1/engines/:engine
 *   GET as/v1/engines/:engine/schema             -> POST as/v1/engines/:engine/schema (dry runs too)
 *   GET as/v1/engines/:engine/documents?ids[]=x  -> POST, PATCH, DELETE as/v1/engines/:engine/documents of that one id
 *   GET as/v1/engines/:engine/curations/:id      -> PUT, DELETE as/v1/engines/:engine/curations/:id
 *   GET as/v1/engines/:engine/adaptive_relevance/settings           -> PUT of the same path
 *   GET as/v1/engines/:engine/adaptive_relevance/suggestions/:query -> PUT as/v1/.../suggestions of that one query
 *   GET as/v1/engines/:engine/relevance/judgements?query=x          -> PUT, DELETE of the same path, of that one query
 *   GET as/v1/engines/:engine/synonyms/:id       -> PUT, DELETE as/v1/engines/:engine/synonyms/:id
 *   GET as/v1/engines/:engine/search_settings    -> PUT as/v1/engines/:engine/search_settings, POST …/search_settings/reset
 *   GET as/v1/credentials/:name                  -> PUT, DELETE as/v1/credentials/:name
 *   GET as/v1/log_settings                       -> PUT, PATCH, DELETE as/v1/log_settings
 * A read of exactly one document that does not exist has the ETag `"0"`, so `If-Match: "0"` means "only if it does not exist"
 * (to undo a deletion). Responses to writes have no ETag; read again after a write.
 * In lists, the member `version` is the version; send it as `If-Match: "<version>"`.
 */

export type Role = 'owner' | 'editor' | 'analyst';
export type Moment = string; // RFC 3339, UTC

/** Every error response. `fields` maps inputs to messages, where the server knows. */
export interface Errors {
  readonly errors: readonly string[];
  readonly fields?: Readonly<Record<string, readonly string[]>>;
}

/** 409: the current resource as a read returns it (null if it was deleted), and its version. */
export interface Conflict extends Errors {
  readonly current: unknown;
  readonly version: string;
}

// --- Signing in -------------------------------------------------------------------------------------------------

export interface Me {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  /** The instance's first owner: owner of every account, and the only one who may create accounts. */
  readonly first_owner: boolean;
  readonly version: string;
}
// PATCH /person { name, email }, If-Match -> SessionState: one's own; a member that is left out stays as it is

export interface AccountOption {
  readonly name: string;
  readonly host_identifier: string;
  readonly role: Role;
}

/** Returned by GET /session and everything that signs in. Without a session, `person` is null. */
export interface SessionState {
  readonly version: string;
  /** True until there is a first owner. */
  readonly setup_needed: boolean;
  readonly person: Me | null;
  /** Accounts that the person has access to, by name. */
  readonly accounts: readonly AccountOption[];
  /** Host identifier of the account of this host name, else of the first account; null if there is none. */
  readonly default_account: string | null;
  /** A session ends after this many seconds without a request. */
  readonly idle_seconds: number;
}

/** POST /session -> SessionState. `login` is a name or an email address. */
export interface SignIn {
  readonly login: string;
  readonly password: string;
}
// DELETE /session -> Done (also without a session)

/** POST /setup -> SessionState. The link is `/setup#<token>`. */
export interface Setup {
  readonly token: string;
  readonly name: string;
  readonly email?: string | null;
  readonly password: string;
}

/** POST /reset -> SessionState. The link, printed by `findling dashboard reset-password`, is `/reset#<token>`. */
export interface Reset {
  readonly token: string;
  readonly password: string;
}

/** POST /password -> SessionState. Every other session of the person ends. */
export interface PasswordChange {
  readonly current: string;
  readonly password: string;
}

export interface SessionItem {
  readonly id: string;
  readonly current: boolean;
  readonly user_agent: string;
  readonly address: string;
  readonly created_at: Moment;
  readonly seen_at: Moment;
}
/** GET /sessions: the person's own, most recently used first. */
export interface SessionList {
  readonly results: readonly SessionItem[];
}
// DELETE /sessions/:id -> Done;  DELETE /sessions -> Done: signs out everywhere, including here

export interface Done {
  readonly deleted: true;
}

/** POST /links/inspect { token }: the purpose of a link. The link is `/invitation#<token>`. */
export interface LinkRequest {
  readonly token: string;
}
export type LinkFacts =
  | { readonly purpose: 'setup' }
  | { readonly purpose: 'reset'; readonly name: string }
  | {
      readonly purpose: 'invitation';
      readonly account: string;
      readonly role: Role;
      readonly invited_by: string;
      readonly email: string | null;
      readonly expires_at: Moment;
    };

/**
 * POST /invitations/accept -> SessionState. With a name and a password a new person joins; with `{ token }` alone the
 * person who is signed in does.
 */
export interface Acceptance {
  readonly token: string;
  readonly name?: string;
  readonly email?: string | null;
  readonly password?: string;
}

// --- An account -------------------------------------------------------------------------------------------------

/** GET /accounts/:account */
export interface AccountFacts {
  readonly name: string;
  readonly host_identifier: string;
  readonly is_default: boolean;
  readonly role: Role;
  /** The base URL for clients, without a trailing slash. */
  readonly endpoint: string;
  /** Names of keys with access to every engine, for snippets; null if there is none. */
  readonly keys: { readonly search: string | null; readonly private: string | null };
  readonly engine_count: number;
  readonly created_at: Moment;
}

/** POST /accounts, first owner only -> AccountFacts */
export interface NewAccountRequest {
  readonly name: string;
}

export interface PersonItem {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly role: Role;
  readonly first_owner: boolean;
  readonly me: boolean;
  /** When the person was last active; null if never. */
  readonly seen_at: Moment | null;
  readonly version: string;
}
export interface InvitationItem {
  readonly id: string;
  readonly email: string | null;
  readonly role: Role;
  readonly invited_by: string;
  readonly created_at: Moment;
  readonly expires_at: Moment;
}
/** GET /accounts/:account/people, owners only */
export interface PeopleList {
  readonly results: readonly PersonItem[];
  /** Open invitations, including expired ones. */
  readonly invitations: readonly InvitationItem[];
}
/** PATCH /accounts/:account/people/:id, If-Match -> PersonItem;  DELETE -> Done: removes the person from the account */
export interface PersonChange {
  readonly role: Role;
}
/** POST /accounts/:account/invitations -> NewInvitation. DELETE /accounts/:account/invitations/:id -> Done */
export interface InvitationRequest {
  readonly role: Role;
  /** Only a note in the list and the default value of the form. */
  readonly email?: string | null;
}
export interface NewInvitation extends InvitationItem {
  /** The URL after the origin, `/invitation#<token>`. Returned only here. */
  readonly path: string;
}

export interface AuditItem {
  readonly id: number;
  readonly at: Moment;
  /** The name at that time; `command line` for commands, `unknown visitor` for wrong passwords. */
  readonly person: string;
  readonly action: AuditAction;
  /** The name of the engine, key, person or account that it was done to. */
  readonly subject: string;
  /** Names only, never values: fields, kinds, roles, the network address of a sign-in. */
  readonly detail: string;
  /** How many items; consecutive writes of documents are combined, as are sign-ins. */
  readonly count: number;
}
export type AuditAction =
  | 'account.created'
  | 'engine.created'
  | 'engine.deleted'
  | 'sample.created'
  | 'schema.changed'
  | 'schema.confirmed'
  | 'reindex.cancelled'
  | 'synonyms.changed'
  | 'settings.changed'
  | 'curations.changed'
  | 'judgements.changed'
  | 'adaptive-relevance.changed'
  | 'sources.changed'
  | 'configuration.changed'
  | 'logs.changed'
  | 'documents.written'
  | 'documents.deleted'
  | 'key.created'
  | 'key.changed'
  | 'key.deleted'
  | 'token.signed'
  | 'tokens.revoked'
  | 'revocation.deleted'
  | 'person.set-up'
  | 'person.invited'
  | 'person.joined'
  | 'person.changed'
  | 'person.removed'
  | 'person.signed-in'
  | 'sign-in.failed'
  | 'invitation.withdrawn'
  | 'profile.changed'
  | 'password.changed'
  | 'password.reset';
/** GET /accounts/:account/audit?page[current]=1&page[size]=25 (at most 100), owners only, newest first */
export interface AuditList {
  readonly meta: { readonly page: PageMeta };
  readonly results: readonly AuditItem[];
}
export interface PageMeta {
  readonly current: number;
  readonly total_pages: number;
  readonly total_results: number;
  readonly size: number;
}

// --- Engines ----------------------------------------------------------------------------------------------------

export interface EngineItem {
  readonly name: string;
  readonly type: 'default' | 'meta';
  /** The sources of a meta engine, whose documents and fields it shows; empty for every other engine. */
  readonly source_engines: readonly string[];
  readonly language: string | null;
  readonly document_count: number;
  readonly field_count: number;
  /** Bytes of the documents as they were sent. */
  readonly document_bytes: number;
  readonly unconfirmed_count: number;
  /** Whether it has the fields of a sample data set. */
  readonly sample: boolean;
  readonly reindexing: boolean;
  readonly created_at: Moment;
  /** The last change of documents or schema. */
  readonly changed_at: Moment;
}
/** GET /accounts/:account/engines?page[current]=1&page[size]=25 (at most 1000), by name */
export interface EngineList {
  readonly meta: { readonly page: PageMeta };
  readonly results: readonly EngineItem[];
}

export type FieldType = 'text' | 'number' | 'date' | 'geolocation';

/** GET /accounts/:account/engines/:engine/overview */
export interface EngineOverview extends EngineItem {
  /** In a meta engine without fields whose types differ between its sources: no search can use them. */
  readonly schema: Readonly<Record<string, FieldType>>;
  /** The ETag of the schema, without quotes. */
  readonly schema_version: string;
  /** New fields from documents that are not confirmed yet, with the time they were added; oldest first. */
  readonly unconfirmed_fields: ReadonlyArray<{ readonly name: string; readonly added_at: Moment }>;
  /** As GET as/v1/engines/:engine/schema/reindex. */
  readonly reindex: ReindexStatus;
}
export interface ReindexStatus {
  readonly state: 'idle' | 'reindexing';
  readonly progress: {
    readonly job: number;
    readonly fields: Readonly<Record<string, FieldType>>;
    readonly documents_done: number;
    readonly documents_total: number;
    readonly documents_per_second: number | null;
    readonly estimated_end: Moment | null;
    readonly started_at: Moment;
  } | null;
  readonly last_job: {
    readonly id: number;
    readonly state: 'running' | 'finished' | 'cancelled';
    readonly fields: Readonly<Record<string, FieldType>>;
    readonly documents_done: number;
    readonly documents_total: number;
    readonly failures: number;
    readonly started_at: Moment;
    readonly finished_at: Moment | null;
  } | null;
}

/**
 * GET /accounts/:account/engines/:engine/originals?ids[]=x: up to 100 documents as they were sent, without conversion to
 * field types; null for one that does not exist. To edit a document or to restore it, POST
 * `document` to as/v1/engines/:engine/documents with `If-Match: "<version>"`.
 */
export interface OriginalList {
  readonly results: ReadonlyArray<OriginalDocument | null>;
}
export interface OriginalDocument {
  readonly document: Readonly<Record<string, unknown>> & { readonly id: string };
  readonly version: string;
}

/** POST /accounts/:account/engines/:engine/schema/confirm -> EngineOverview; all unconfirmed fields if none is named */
export interface Confirmation {
  readonly fields?: readonly string[];
}

/** POST /accounts/:account/samples -> EngineItem */
export interface SampleRequest {
  readonly sample: 'national-parks' | 'earthquakes';
  /** The engine's name; `national-parks-demo` or `earthquakes-demo` if left out. */
  readonly name?: string;
}

// --- Curations --------------------------------------------------------------------------------------------------

/** GET /accounts/:account/engines/:engine/curation-of?query=x: the curation that a query has; the empty query if left out */
export interface CurationOfQuery {
  readonly id: string | null;
}
// POST /accounts/:account/engines/:engine/organic-search: responds like a search, as if the engine had no curations

// --- Analytics --------------------------------------------------------------------------------------------------

/**
 * POST /accounts/:account/engines/:engine/analytics, with the options of as/v1/engines/:engine/analytics/counts: searches
 * and clicks by day or hour.
 */
export interface AnalyticsCounts {
  readonly results: readonly AnalyticsCount[];
  /** Tags of recorded searches and clicks, in alphabetical order; at most 100. */
  readonly tags: readonly string[];
  /** The newest searches of any period and tag, newest first; at most 10. */
  readonly recent: readonly RecentSearch[];
  /** Whether searches and clicks are recorded; see the log settings. */
  readonly recorded: boolean;
  /** How many days they are kept. */
  readonly kept_days: number;
}
export interface RecentSearch {
  readonly time: Moment;
  readonly term: string;
  readonly tags: readonly string[];
  readonly has_results: boolean;
}
export interface AnalyticsCount {
  readonly from: Moment;
  readonly to: Moment;
  readonly queries: number;
  /** The queries that found nothing. */
  readonly without_results: number;
  readonly clicks: number;
}

// --- Signed search keys -----------------------------------------------------------------------------------------

/** POST /accounts/:account/tokens/sign, owners only -> { token }. Claims are signed as they are, then `api_key_name`. */
export interface SigningRequest {
  readonly key: string;
  readonly claims: Readonly<Record<string, unknown>>;
}
export interface SignedToken {
  readonly token: string;
}

/** POST /accounts/:account/tokens/inspect { token }, owners only */
export interface TokenInspection {
  /** Whether a search with it would be accepted now. */
  readonly accepted: boolean;
  /** Why it is not accepted, or warnings for an accepted token. */
  readonly remarks: readonly string[];
  /** `signed` for a signed search key, else the kind of the key whose value was pasted; null if it is neither. */
  readonly kind: 'signed' | 'search' | 'private' | 'admin' | null;
  /** The name of the key, or of the signing key as the token states it, whether or not it exists. */
  readonly key_name: string | null;
  /** Whether the signature matches that key. */
  readonly signature_valid: boolean;
  readonly issued_at: Moment | null;
  readonly expires_at: Moment | null;
  readonly not_before: Moment | null;
  readonly jti: string | null;
  readonly sub: string | null;
  /** Engines in scope, null for all; empty if there is none or the token is not accepted. */
  readonly engines: readonly string[] | null;
  /** The options that the token enforces, as it states them; null for anything else than a token. */
  readonly restrictions: Readonly<Record<string, unknown>> | null;
}

/**
 * POST /accounts/:account/engines/:engine/search-as: search options and a token. Responds like a search with the token; a
 * token that is not accepted is 400 with the remarks of its inspection.
 */
export interface SearchAs {
  readonly token: string;
  readonly [option: string]: unknown;
}

// --- Pages ------------------------------------------------------------------------------------------------------

/**
 * The server serves `dashboard/dist`: `index.html` for GET with `Accept: text/html` at every path that is neither a file
 * nor below `/api`, `/dashboard`, `/health`, `/openapi.json` or `/assets`; `preview.html` for `/preview` and below
 * (`?images=on` there allows images of other hosts). It replaces every `__CSP_NONCE__` in them by the nonce of the response
 * (Vite: `html: { cspNonce: '__CSP_NONCE__' }`). Browsers cache files in `assets/` for a year, so their names must contain
 * a hash. `x.js.br` and `x.js.gz` are sent instead of `x.js` to clients that accept them. The placeholder:
 */
export type NoncePlaceholder = '__CSP_NONCE__';
