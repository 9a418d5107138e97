import type { ColumnType, Generated, Insertable, Selectable } from 'kysely';

// Columns hold text and integers only (booleans as 0 and 1, JSON as text, times as milliseconds since 1970), so that
// SQLite and PostgreSQL read and write them alike.
//
// docs/data.md is generated from the comments in this file: run `npm run docs` after changing a table. A comment ends
// with a full stop; the generator reads one table or column per line.

export interface Tables {
  /** Facts about the instance as a whole. */
  instance: {
    /** Such as `data_version`, `secret_check`, `backup_state` or `identity` (a random text that ties index files to this data). */
    name: string;
    /** The value of the fact. */
    value: string;
  };
  /** The last number issued of each kind. No number is issued twice. */
  counters: {
    /** `engine`, `job`, `failure`, `audit`, `tuning` or `revocation`; `click` in data of earlier versions. */
    name: string;
    /** The last number issued. */
    value: number;
  };
  /** Accounts. */
  accounts: {
    /** 24 hexadecimal digits; visible only inside key ids. */
    id: string;
    /** The name that `--account` takes. */
    name: string;
    /** `host-` and six characters; part of the account's address. */
    host_identifier: string;
    /** 1 for the account that serves every other host name. */
    is_default: number;
    /** When the account was created. */
    created_at: number;
  };
  /** API keys. The primary key is (`account_id`, `name`). */
  keys: {
    /** The account that owns the key. */
    account_id: string;
    /** The key's name, which signed search keys refer to. */
    name: string;
    /** `search`, `private` or `admin`. */
    kind: string;
    /** Private keys: 1 if the key may read. */
    can_read: number | null;
    /** Private keys: 1 if the key may write. */
    can_write: number | null;
    /** As given when the key was created; null if it was omitted. */
    access_all_engines: number | null;
    /** JSON array of engine names; null for all engines. */
    engines: string | null;
    /** Keyed hash of the key value, by which a key is found; unique within the account. */
    lookup: string;
    /** The encrypted key value: nonce, ciphertext, tag. */
    sealed: string;
    /** When the key stops being valid; null if it does not expire. */
    expires_at: number | null;
    /** A note for people. */
    description: string | null;
    /** Rate limit: requests per second; null if the key has none. */
    requests_per_second: number | null;
    /** Rate limit: requests at once. */
    burst: number | null;
    /** `lookup` before the last rotation; null once the previous value is forgotten. */
    previous_lookup: string | null;
    /** `sealed` before the last rotation. */
    previous_sealed: string | null;
    /** When the previous value stops being valid. */
    previous_until: number | null;
  };
  /** The last use of each key. */
  key_uses: {
    /** The account that owns the key. */
    account_id: string;
    /** The key's name; followed by `/previous` for its value before the last rotation. */
    name: string;
    /** The last request, to the minute. */
    used_at: number;
  };
  /** Revoked signed search keys. All conditions of a row must apply. */
  revocations: {
    /** The number by which a revocation is deleted. */
    id: number;
    /** The account. */
    account_id: string;
    /** The token's `jti`; empty for any. */
    jti: string;
    /** The token's `sub`; empty for any. */
    sub: string;
    /** The name of the signing key; empty for any. */
    key_name: string;
    /** Tokens issued before this time are revoked; null for all. */
    issued_before: number | null;
    /** When the revocation was created. */
    created_at: number;
  };
  /** Engines. */
  engines: {
    /** A number that is never reused, unlike the name. */
    id: number;
    /** The account that owns the engine. */
    account_id: string;
    /** Unique among the account's engines that are not deleted. */
    name: string;
    /** Language code. */
    language: string | null;
    /** `index_create_settings_override` as JSON, returned as sent. */
    create_settings: string;
    /** The schema: a JSON object, fields in the order in which they were added. */
    field_types: string;
    /** Number of documents, updated by every write. */
    document_count: ColumnType<number, never, number>;
    /** Sequence number of the last document change. */
    sequence: ColumnType<number, never, number>;
    /** Deletions up to this sequence number may have been removed from `deletions`. */
    forgotten: ColumnType<number, never, number>;
    /** The running reindex job. Null means that the engine is idle. */
    running_job: number | null;
    /** When the engine was created. */
    created_at: number;
    /** 0, or the engine's id once it is deleted, which keeps (`account_id`, `name`, `deleted`) unique. */
    deleted: Generated<number>;
    /** Bytes of the documents' JSON, updated by every write. */
    document_bytes: Generated<number>;
    /** Last change of documents or schema. */
    changed_at: Generated<number | null>;
    /** `default` or `meta`. */
    type: Generated<string>;
    /** Meta engines: JSON array of the source engines' ids. */
    sources: Generated<string>;
    /** Raised by every change of settings, synonym sets, curations or sources. */
    tuning_version: Generated<number>;
  };
  /** Documents. */
  documents: {
    /** The engine that holds the document. */
    engine_id: number;
    /** Unique within the engine. */
    id: string;
    /** Order of first insertion; kept when the document is replaced. */
    position: number;
    /** Sequence number of the document's last change; a reindex catches up by it. */
    sequence: number;
    /** The fields as sent, without `id`. */
    json: string;
    /** CRC-32 of sequence number, id and JSON; null in rows written before there were checksums. */
    checksum: number | null;
  };
  /** Deleted documents, kept until the index files cover the deletion and no reindex needs it. */
  deletions: {
    /** The engine that held the document. */
    engine_id: number;
    /** Sequence number of the deletion. */
    sequence: number;
    /** The id of the deleted document. */
    document_id: string;
  };
  /** Reindex jobs, one per schema change. */
  reindex_jobs: {
    /** The job's number. */
    id: number;
    /** The engine that is reindexed. */
    engine_id: number;
    /** `running`, `finished` or `cancelled`. */
    state: string;
    /** The schema before the change, restored by a cancel. */
    before_types: string;
    /** The schema after the change. */
    after_types: string;
    /** Names of fields that get another type, as JSON. */
    changed: string;
    /** Names of new fields, as JSON. */
    added: string;
    /** The engine's sequence number at the change; later writes were validated against the new types. */
    sequence: number;
    /** Documents to convert. */
    total: number;
    /** Documents converted, updated from time to time. */
    done: Generated<number>;
    /** Number of values that could not be converted. */
    failures: Generated<number>;
    /** When the schema was changed. */
    started_at: number;
    /** When the job ended. */
    finished_at: number | null;
    /** The process that runs the job; null until the first claim. */
    owner: Generated<string | null>;
    /** Until when the owner holds the job; others leave it alone until then. */
    lease_until: Generated<number>;
    /** Fencing number of the latest claim; writes under an earlier number are refused. */
    fence: Generated<number>;
    /** The half-built generation of an index that all nodes share; null if there is none. */
    generation: Generated<string | null>;
    /** All documents up to this position are in that generation. */
    position: Generated<number | null>;
  };
  /** Values that a reindex job could not convert. */
  reindex_failures: {
    /** The job that reports the failure. */
    job_id: number;
    /** Order within the report. */
    number: number;
    /** The document that holds the value. */
    document_id: string;
    /** The field. */
    field: string;
    /** The type that the value could not be converted to. */
    type: string;
    /** The value as sent, cut to 1,024 characters. */
    value: string;
    /** Why the conversion failed. */
    reason: string;
  };
  /** Clicks on search results of earlier versions; the next start moves them to `events.sqlite`. */
  clicks: {
    /** Order of arrival. */
    number: number;
    /** The account that owns the engine. */
    account_id: string;
    /** The engine that was searched; deleting the engine deletes its clicks. */
    engine_id: number;
    /** The query, as the click states it. */
    query: string;
    /** The clicked document, which need not exist. */
    document_id: string;
    /** The request id of the search, if the click names it. */
    request_id: string | null;
    /** JSON array of tags. */
    tags: string;
    /** When the click arrived. */
    created_at: number;
  };
  /** Search settings of engines that customised them. */
  search_settings: {
    /** The engine. */
    engine_id: number;
    /** The customised sections as a JSON object. */
    json: string;
  };
  /** Synonym sets. */
  synonym_sets: {
    /** The engine. */
    engine_id: number;
    /** `syn-` and 24 hexadecimal digits. */
    id: string;
    /** Order of creation. */
    number: number;
    /** JSON array of the terms, as sent. */
    terms: string;
  };
  /** Curations. */
  curations: {
    /** The engine. */
    engine_id: number;
    /** `cur-` and 24 hexadecimal digits. */
    id: string;
    /** Order of creation. */
    number: number;
    /** JSON array of the queries, as sent. */
    queries: string;
    /** JSON array of the ids of promoted documents. */
    promoted: string;
    /** JSON array of the ids of hidden documents. */
    hidden: string;
  };
  /** The queries of curations, each in the form in which queries are compared. */
  curation_queries: {
    /** The engine. */
    engine_id: number;
    /** The normalized query; unique within the engine. */
    query_key: string;
    /** The curation that has the query. */
    curation_id: string;
  };
  /** The latest versions of each engine's configuration. */
  tuning_versions: {
    /** The engine. */
    engine_id: number;
    /** The engine's `tuning_version` after the change. */
    version: number;
    /** The whole configuration as JSON. */
    json: string;
    /** The name of the key or person that made the change. */
    author: string;
    /** When the change was made. */
    created_at: number;
  };
  /** People who can sign in to the dashboard. */
  people: {
    /** 24 hexadecimal digits. */
    id: string;
    /** The name as typed. */
    name: string;
    /** The normalized name, which is compared; unique. */
    name_key: string;
    /** The email address as typed. */
    email: string | null;
    /** The normalized email address, which is compared; unique. */
    email_key: string | null;
    /** `scrypt`, its three cost parameters, salt and hash. */
    password: string;
    /** 1 for the first owner of the instance. */
    is_first: number;
    /** When the person was added. */
    created_at: number;
    /** The person's last request, to the minute. */
    seen_at: number | null;
  };
  /** Membership of people in accounts. */
  members: {
    /** The account. */
    account_id: string;
    /** The person. */
    person_id: string;
    /** `owner`, `editor` or `analyst`. */
    role: string;
  };
  /** Sessions of the dashboard. */
  sessions: {
    /** The id that lists show. */
    id: string;
    /** The person who signed in. */
    person_id: string;
    /** Keyed hash of the cookie. */
    lookup: string;
    /** The browser's user agent, cut. */
    user_agent: string;
    /** The address that signed in. */
    address: string;
    /** When the session began. */
    created_at: number;
    /** The session's last request, to the minute. */
    seen_at: number;
  };
  /** One-time links: set-up, invitation, password reset. */
  links: {
    /** The id that lists show. */
    id: string;
    /** `setup`, `invitation` or `reset`. */
    purpose: string;
    /** Keyed hash of the token. */
    lookup: string;
    /** Invitations: the account. */
    account_id: string | null;
    /** Invitations: the role. */
    role: string | null;
    /** Invitations: a note about the recipient. */
    email: string | null;
    /** Resets: the person whose password is reset. */
    person_id: string | null;
    /** The name of the person who created the link. */
    made_by: string;
    /** When the link was created. */
    created_at: number;
    /** When the link expires; null if it does not. */
    expires_at: number | null;
    /** When the link was used. */
    used_at: number | null;
  };
  /** Audit log of the dashboard. */
  audit: {
    /** Order of the entries. */
    number: number;
    /** The account; null for the instance as a whole. */
    account_id: string | null;
    /** The person; null for the command line. */
    person_id: string | null;
    /** The person's name at the time. */
    person: string;
    /** The action, such as `key.created`. */
    action: string;
    /** The name of the thing that was changed. */
    subject: string;
    /** Field names, a kind or a role. */
    detail: string;
    /** How many things were changed. */
    count: number;
    /** When; for entries with a count, the last time. */
    at: number;
  };
  /** Judgements. The primary key is (`engine_id`, `query_key`, `document_id`). */
  judgements: {
    /** The engine. */
    engine_id: number;
    /** The query, trimmed, in lower case and with single blanks. */
    query_key: string;
    /** The document; it need not exist. */
    document_id: string;
    /** The query as sent. */
    query: string;
    /** How relevant the document is: 0 (not at all) to 3. */
    grade: number;
    /** `manual` or `clicks`. */
    source: string;
  };
  /** Settings of adaptive relevance, of engines that changed them or computed suggestions. */
  adaptive_settings: {
    /** The engine. */
    engine_id: number;
    /** 1 if suggestions are computed on a schedule. */
    enabled: number;
    /** JSON of all settings; null if they were never changed. */
    json: string | null;
    /** When suggestions were last computed. */
    last_run: Generated<number>;
  };
  /** Curations that clicks suggest. The primary key is (`engine_id`, `query`). */
  curation_suggestions: {
    /** The engine. */
    engine_id: number;
    /** The query, trimmed, in lower case and with single blanks. */
    query: string;
    /** `applied`, `automated`, `pending`, `disabled` or `rejected`. */
    status: string;
    /** What applying it does to the curation of the query: `create`, `update` or `delete`. */
    operation: string;
    /** JSON array of the ids of the documents to promote. */
    promoted: string;
    /** The curation that it would change or has made. */
    curation_id: string | null;
    /** JSON array of the ids that were promoted when it was last applied; null if it is not in force. */
    applied: string | null;
    /** 1 if it would replace a curation that was made by hand. */
    overrides_manual: number;
    /** When the suggestion was created. */
    created_at: number;
    /** When the suggestion last changed. */
    updated_at: number;
  };
  /** Fields that documents added to the schema and that no one has confirmed. */
  unconfirmed_fields: {
    /** The engine. */
    engine_id: number;
    /** The field. */
    name: string;
    /** When a document added the field. */
    added_at: number;
  };
}

export type Row<T extends keyof Tables> = Selectable<Tables[T]>;
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>;
