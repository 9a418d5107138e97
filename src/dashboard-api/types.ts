/**
 * The JSON of the dashboard's own routes, for the server and for the browser alike. Types only: this file imports
 * nothing and leaves nothing behind when types are stripped.
 *
 * All routes are below `/dashboard/api`. `:account` is a host identifier. Requests carry the session cookie
 * (`fetch` with `credentials: 'same-origin'`, the default) and, when they change something, the browser's own Origin.
 *
 * The public API is mirrored at `/accounts/:account/as/v1` (all of engines, documents, schema, search and credentials
 * but `click`): same JSON, same error texts, the session instead of a key.
 *
 * Status codes of every route: 401 not signed in (`Errors`), 403 the role or the Origin does not allow it,
 * 404 no such account, engine or thing, 400 bad input, 409 somebody was faster (`Conflict`), 410 a link that is used up
 * or too old, 429 too many attempts (`Retry-After` in seconds).
 *
 * Versions. These reads answer with an `ETag`; the write that follows may send it back as `If-Match`:
 *   GET as/v1/engines/:engine                    -> DELETE as/v1/engines/:engine
 *   GET as/v1/engines/:engine/schema             -> POST as/v1/engines/:engine/schema (dry runs too)
 *   GET as/v1/engines/:engine/documents?ids[]=x  -> POST, PATCH, DELETE as/v1/engines/:engine/documents of that one id
 *   GET as/v1/credentials/:name                  -> PUT, DELETE as/v1/credentials/:name
 * With exactly one id a read of documents has the ETag `"0"` if there is no such document, so `If-Match: "0"` means
 * "only if it is still not there" (undoing a deletion). After a write, read again: its answer has no ETag.
 * In lists of these types the version stands in a member `version`; send it as `If-Match: "<version>"`.
 */

export type Role = 'owner' | 'editor' | 'analyst';
export type Moment = string; // RFC 3339, UTC

/** Every refusal. `fields` says which input caused which messages, where the server knows. */
export interface Errors {
  readonly errors: readonly string[];
  readonly fields?: Readonly<Record<string, readonly string[]>>;
}

/** 409: what is there now, in the shape of the read that gives it (null if it is gone), and its version. */
export interface Conflict extends Errors {
  readonly current: unknown;
  readonly version: string;
}

// --- Getting in -------------------------------------------------------------------------------------------------

export interface Me {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  /** The instance's first owner: owner of every account, and the one who may make accounts. */
  readonly first_owner: boolean;
}

export interface AccountOption {
  readonly name: string;
  readonly host_identifier: string;
  readonly role: Role;
}

/** GET /session, and the answer to everything that signs in. Also without a session: then `person` is null. */
export interface SessionState {
  readonly version: string;
  /** True until the first owner is there: show how to find the link. */
  readonly setup_needed: boolean;
  readonly person: Me | null;
  /** Accounts that the person may see, by name. */
  readonly accounts: readonly AccountOption[];
  /** Host identifier of the account that this host name means, else of the first one; null without any. */
  readonly default_account: string | null;
  /** A session ends after so many seconds without a request. */
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
/** GET /sessions: one's own, newest use first. */
export interface SessionList {
  readonly results: readonly SessionItem[];
}
// DELETE /sessions/:id -> Done;  DELETE /sessions -> Done: signs out everywhere, here as well

export interface Done {
  readonly deleted: true;
}

/** POST /links/inspect { token }: what a link is for, before anything is typed. The link is `/invitation#<token>`. */
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
  /** What clients take as base address, without a slash at the end. */
  readonly endpoint: string;
  /** Names of keys that reach every engine, for snippets; null where there is none. */
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
  /** When the person was last here; null if never. */
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
  /** Invitations that nobody has taken up yet, also those that are too old. */
  readonly invitations: readonly InvitationItem[];
}
/** PATCH /accounts/:account/people/:id, If-Match -> PersonItem;  DELETE -> Done: takes the account away from the person */
export interface PersonChange {
  readonly role: Role;
}
/** POST /accounts/:account/invitations -> NewInvitation. DELETE /accounts/:account/invitations/:id -> Done */
export interface InvitationRequest {
  readonly role: Role;
  /** Only a note for the list and a proposal for the form. */
  readonly email?: string | null;
}
export interface NewInvitation extends InvitationItem {
  /** Shown this once: the address after the origin, `/invitation#<token>`. */
  readonly path: string;
}

export interface AuditItem {
  readonly id: number;
  readonly at: Moment;
  /** The name at that time; `command line` for commands. */
  readonly person: string;
  readonly action: AuditAction;
  /** What it was done to: the name of an engine, key, person or account. */
  readonly subject: string;
  /** Names only, never values: fields, kinds, roles. */
  readonly detail: string;
  /** How many things; writes of documents that follow each other are one line. */
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
  | 'documents.written'
  | 'documents.deleted'
  | 'key.created'
  | 'key.changed'
  | 'key.deleted'
  | 'person.set-up'
  | 'person.invited'
  | 'person.joined'
  | 'person.changed'
  | 'person.removed'
  | 'invitation.withdrawn'
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
  readonly language: string | null;
  readonly document_count: number;
  readonly field_count: number;
  /** Bytes of the documents as they were sent. */
  readonly document_bytes: number;
  readonly unconfirmed_count: number;
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
  readonly schema: Readonly<Record<string, FieldType>>;
  /** The ETag of the schema, without quotes. */
  readonly schema_version: string;
  /** Fields that documents brought and nobody has confirmed, with the moment they came; oldest first. */
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
 * GET /accounts/:account/engines/:engine/originals?ids[]=x: up to 100 documents as they were sent, before the types of
 * their fields made a view of them; null for one that is not there. To edit a document or to bring it back, POST
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
  /** Whether a search with it would be let in now. */
  readonly accepted: boolean;
  /** Sentences: why not, or, for a token that is let in, what to mind. Empty if all is well. */
  readonly remarks: readonly string[];
  /** `signed` for a signed search key, else the kind of the key whose value was pasted; null if it is neither. */
  readonly kind: 'signed' | 'search' | 'private' | 'admin' | null;
  /** The name of the key, of the signing key for a token; as the token claims it, whether or not there is one. */
  readonly key_name: string | null;
  /** Whether the signature is really that key's. */
  readonly signature_valid: boolean;
  readonly expires_at: Moment | null;
  readonly not_before: Moment | null;
  /** Engines within reach, null for all; empty if it reaches none or is not accepted. */
  readonly engines: readonly string[] | null;
  /** The options that the token enforces, as it states them; null for anything that is no token. */
  readonly restrictions: Readonly<Record<string, unknown>> | null;
}

/**
 * POST /accounts/:account/engines/:engine/search-as: options of a search and a token. The answer is that of a search
 * with the token; one that would not be let in is 400 with the remarks of its inspection.
 */
export interface SearchAs {
  readonly token: string;
  readonly [option: string]: unknown;
}

// --- Pages ------------------------------------------------------------------------------------------------------

/**
 * The server hands out `dashboard/dist`: `index.html` for GET with `Accept: text/html` at every address that is
 * neither a file nor below `/api`, `/dashboard`, `/health`, `/openapi.json` or `/assets`; `preview.html` instead for
 * `/preview` and all below it (`?images=on` there lets images of other hosts in). In both it replaces every
 * `__CSP_NONCE__` by the nonce of the answer (Vite: `html: { cspNonce: '__CSP_NONCE__' }`). Files in `assets/` are kept
 * by browsers for a year, so their names must have a hash; `x.js.br` and `x.js.gz` beside `x.js` are sent if there.
 * This is what the placeholder looks like:
 */
export type NoncePlaceholder = '__CSP_NONCE__';
