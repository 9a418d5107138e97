import type { ColumnType, Generated, Insertable, Selectable } from 'kysely';

// Columns hold text and whole numbers only (booleans as 0 and 1, JSON as text), so that SQLite and
// PostgreSQL read and write them alike.

export interface Tables {
  instance: { name: string; value: string };
  counters: { name: string; value: number };
  accounts: {
    id: string;
    name: string;
    host_identifier: string;
    is_default: number;
    created_at: number;
  };
  keys: {
    account_id: string;
    name: string;
    kind: string;
    can_read: number | null;
    can_write: number | null;
    access_all_engines: number | null;
    engines: string | null;
    lookup: string;
    sealed: string;
  };
  engines: {
    id: number;
    account_id: string;
    name: string;
    language: string | null;
    create_settings: string;
    field_types: string;
    document_count: ColumnType<number, never, number>;
    sequence: ColumnType<number, never, number>;
    forgotten: ColumnType<number, never, number>;
    running_job: number | null;
    created_at: number;
    /** 0 while the engine lives; its id once it was deleted, so that (account_id, name, deleted) stays unique. */
    deleted: Generated<number>;
    document_bytes: Generated<number>;
    changed_at: Generated<number | null>;
  };
  documents: {
    engine_id: number;
    id: string;
    position: number;
    sequence: number;
    json: string;
  };
  deletions: { engine_id: number; sequence: number; document_id: string };
  reindex_jobs: {
    id: number;
    engine_id: number;
    state: string;
    before_types: string;
    after_types: string;
    changed: string;
    added: string;
    sequence: number;
    total: number;
    done: Generated<number>;
    failures: Generated<number>;
    started_at: number;
    finished_at: number | null;
  };
  reindex_failures: {
    job_id: number;
    number: number;
    document_id: string;
    field: string;
    type: string;
    value: string;
    reason: string;
  };
  clicks: {
    number: number;
    account_id: string;
    engine_id: number;
    query: string;
    document_id: string;
    request_id: string | null;
    tags: string;
    created_at: number;
  };
  people: {
    id: string;
    name: string;
    name_key: string;
    email: string | null;
    email_key: string | null;
    password: string;
    is_first: number;
    created_at: number;
    seen_at: number | null;
  };
  members: { account_id: string; person_id: string; role: string };
  sessions: {
    id: string;
    person_id: string;
    lookup: string;
    user_agent: string;
    address: string;
    created_at: number;
    seen_at: number;
  };
  links: {
    id: string;
    purpose: string;
    lookup: string;
    account_id: string | null;
    role: string | null;
    email: string | null;
    person_id: string | null;
    made_by: string;
    created_at: number;
    expires_at: number | null;
    used_at: number | null;
  };
  audit: {
    number: number;
    account_id: string | null;
    person_id: string | null;
    person: string;
    action: string;
    subject: string;
    detail: string;
    count: number;
    at: number;
  };
  unconfirmed_fields: { engine_id: number; name: string; added_at: number };
}

export type Row<T extends keyof Tables> = Selectable<Tables[T]>;
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>;
