import type { EventTables } from '../event-tables.ts';
import type { Tables } from '../tables.ts';

/** Tables in the order in which they are copied, each with the columns of a unique key. */
export type TableKeys = Readonly<Record<string, readonly string[]>>;

/** Without `instance`, which is replaced at the end: it says what the data is. */
export const STORE_KEYS = {
  counters: ['name'],
  accounts: ['id'],
  keys: ['account_id', 'name'],
  key_uses: ['account_id', 'name'],
  revocations: ['id'],
  engines: ['id'],
  search_settings: ['engine_id'],
  synonym_sets: ['engine_id', 'id'],
  curations: ['engine_id', 'id'],
  curation_queries: ['engine_id', 'query_key'],
  tuning_versions: ['engine_id', 'version'],
  adaptive_settings: ['engine_id'],
  curation_suggestions: ['engine_id', 'query'],
  judgements: ['engine_id', 'query_key', 'document_id'],
  unconfirmed_fields: ['engine_id', 'name'],
  reindex_jobs: ['id'],
  reindex_failures: ['job_id', 'number'],
  clicks: ['number'],
  people: ['id'],
  members: ['account_id', 'person_id'],
  sessions: ['id'],
  links: ['id'],
  audit: ['number'],
  deletions: ['engine_id', 'sequence'],
  documents: ['engine_id', 'sequence'],
} as const satisfies Record<Exclude<keyof Tables, 'instance'>, readonly string[]>;

/** Without `facts`, which is replaced at the end, as it has the version of the tables. */
export const EVENT_KEYS = {
  terms: ['id'],
  clicked_documents: ['id'],
  tag_sets: ['id'],
  tag_set_members: ['engine_id', 'tag', 'tag_set_id'],
  searches: ['engine_id', 'time', 'number'],
  clicks: ['engine_id', 'time', 'number'],
  term_counts_by_day: ['engine_id', 'day', 'term_id'],
  term_counts_by_block: ['engine_id', 'block', 'term_id'],
  document_counts_by_day: ['engine_id', 'day', 'document_id'],
  document_counts_by_block: ['engine_id', 'block', 'document_id'],
  tagged_term_counts_by_day: ['engine_id', 'day', 'term_id', 'tag_set_id'],
  tagged_term_counts_by_block: ['engine_id', 'block', 'term_id', 'tag_set_id'],
  tagged_document_counts_by_day: ['engine_id', 'day', 'document_id', 'tag_set_id'],
  tagged_document_counts_by_block: ['engine_id', 'block', 'document_id', 'tag_set_id'],
  result_pages: ['hour', 'engine_id', 'request_id', 'term_id'],
  api_log: ['number'],
} as const satisfies Record<Exclude<keyof EventTables, 'facts'>, readonly string[]>;
