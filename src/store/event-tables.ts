import type { Generated } from 'kysely';

// As in tables.ts: text and integers only, and docs/data.md is generated from the comments.

export interface EventTables {
  /** Facts and counters. */
  facts: {
    /** `version` of these tables, `number` (the last one issued), `mark` (of clicks moved from `findling.sqlite`) or `api_log_bytes`. */
    name: string;
    /** The value. */
    value: number;
  };
  /** Queries that were searched for or clicked on. */
  terms: {
    /** Stands for the term in other tables. */
    id: Generated<number>;
    /** The engine. */
    engine_id: number;
    /** The query, trimmed, in lower case, with single spaces; unique within the engine. */
    term: string;
    /** The newest day with an event, in days since 1970; afterwards the row is removed with the events. */
    last_day: number;
    /** The newest day with a click; 0 if there was none. */
    last_click_day: number;
    /** The number of searches since the row was created: no report has more. */
    searches: number;
    /** The number of searches without results since then. */
    misses: number;
  };
  /** Documents that were clicked on. */
  clicked_documents: {
    /** Stands for the document in other tables. */
    id: Generated<number>;
    /** The engine. */
    engine_id: number;
    /** As the click states it; unique within the engine. */
    document_id: string;
    /** As in `terms`. */
    last_day: number;
    /** The number of clicks since the row was created. */
    clicks: number;
  };
  /** Sets of tags. The empty set has no row and the id 0. */
  tag_sets: {
    /** Stands for the set in other tables. */
    id: Generated<number>;
    /** The engine. */
    engine_id: number;
    /** JSON array of sorted tags; unique within the engine. */
    tags: string;
    /** As in `terms`. */
    last_day: number;
  };
  /** The tags of the sets. The primary key is (`engine_id`, `tag`, `tag_set_id`). */
  tag_set_members: {
    /** The engine. */
    engine_id: number;
    /** A tag. */
    tag: string;
    /** A set that includes the tag. */
    tag_set_id: number;
  };
  /** Searches. The primary key is (`engine_id`, `time`, `number`). */
  searches: {
    /** The engine. */
    engine_id: number;
    /** When the search was answered. */
    time: number;
    /** Order of arrival. */
    number: number;
    /** The query. */
    term_id: number;
    /** The tags. */
    tag_set_id: number;
    /** 1 if the search found something. */
    has_results: number;
  };
  /** Clicks. The primary key is (`engine_id`, `time`, `number`). */
  clicks: {
    /** The engine. */
    engine_id: number;
    /** When the click arrived. */
    time: number;
    /** Order of arrival. */
    number: number;
    /** The query, as the click states it. */
    term_id: number;
    /** The clicked document. */
    document_id: number;
    /** The tags. */
    tag_set_id: number;
    /** The position of the document among the results, from 1; 0 if it is unknown. */
    position: number;
  };
  /** Searches and clicks of each query by day. The primary key is (`engine_id`, `day`, `term_id`). */
  term_counts_by_day: {
    /** The engine. */
    engine_id: number;
    /** Days since 1970. */
    day: number;
    /** The query. */
    term_id: number;
    /** The number of searches. */
    searches: number;
    /** The number of searches without results. */
    misses: number;
    /** The number of clicks. */
    clicks: number;
  };
  /** Searches and clicks of each query by blocks of 32 days. The primary key is (`engine_id`, `block`, `term_id`). */
  term_counts_by_block: {
    /** The engine. */
    engine_id: number;
    /** Days since 1970, divided by 32. */
    block: number;
    /** The query. */
    term_id: number;
    /** The number of searches. */
    searches: number;
    /** The number of searches without results. */
    misses: number;
    /** The number of clicks. */
    clicks: number;
  };
  /** Clicks of each document by day. The primary key is (`engine_id`, `day`, `document_id`). */
  document_counts_by_day: {
    /** The engine. */
    engine_id: number;
    /** Days since 1970. */
    day: number;
    /** The document. */
    document_id: number;
    /** The number of clicks. */
    clicks: number;
  };
  /** Clicks of each document by blocks of 32 days. The primary key is (`engine_id`, `block`, `document_id`). */
  document_counts_by_block: {
    /** The engine. */
    engine_id: number;
    /** Days since 1970, divided by 32. */
    block: number;
    /** The document. */
    document_id: number;
    /** The number of clicks. */
    clicks: number;
  };
  /** As `term_counts_by_day`, for each set of tags. The primary key is (`engine_id`, `day`, `term_id`, `tag_set_id`). */
  tagged_term_counts_by_day: {
    /** The engine. */
    engine_id: number;
    /** Days since 1970. */
    day: number;
    /** The query. */
    term_id: number;
    /** The tags, at least one. */
    tag_set_id: number;
    /** The number of searches. */
    searches: number;
    /** The number of searches without results. */
    misses: number;
    /** The number of clicks. */
    clicks: number;
  };
  /** As `term_counts_by_block`, for each set of tags. The primary key is (`engine_id`, `block`, `term_id`, `tag_set_id`). */
  tagged_term_counts_by_block: {
    /** The engine. */
    engine_id: number;
    /** Days since 1970, divided by 32. */
    block: number;
    /** The query. */
    term_id: number;
    /** The tags, at least one. */
    tag_set_id: number;
    /** The number of searches. */
    searches: number;
    /** The number of searches without results. */
    misses: number;
    /** The number of clicks. */
    clicks: number;
  };
  /** As `document_counts_by_day`, for each set of tags. The primary key is (`engine_id`, `day`, `document_id`, `tag_set_id`). */
  tagged_document_counts_by_day: {
    /** The engine. */
    engine_id: number;
    /** Days since 1970. */
    day: number;
    /** The document. */
    document_id: number;
    /** The tags, at least one. */
    tag_set_id: number;
    /** The number of clicks. */
    clicks: number;
  };
  /** As `document_counts_by_block`, for each set of tags. The primary key is (`engine_id`, `block`, `document_id`, `tag_set_id`). */
  tagged_document_counts_by_block: {
    /** The engine. */
    engine_id: number;
    /** Days since 1970, divided by 32. */
    block: number;
    /** The document. */
    document_id: number;
    /** The tags, at least one. */
    tag_set_id: number;
    /** The number of clicks. */
    clicks: number;
  };
  /** First hits of recent searches, which give clicks their positions; kept for a day. The primary key is (`hour`, `engine_id`, `request_id`, `term_id`). */
  result_pages: {
    /** Hours since 1970. */
    hour: number;
    /** The engine. */
    engine_id: number;
    /** The request id of the search. */
    request_id: string;
    /** The query. */
    term_id: number;
    /** The position of the first hit, from 1. */
    first_position: number;
    /** JSON array of document ids. */
    document_ids: string;
  };
  /** Requests to the API. */
  api_log: {
    /** Order of arrival. */
    number: number;
    /** The engine. */
    engine_id: number;
    /** When the request was answered. */
    time: number;
    /** The status of the response. */
    status: number;
    /** The method. */
    method: string;
    /** Bytes of the texts of this row, roughly. */
    bytes: number;
    /** The path without query string. */
    path: string;
    /** The path with query string, without secrets. */
    full_path: string;
    /** The User-Agent header. */
    user_agent: string;
    /** The beginning of the body of the request, without secrets. */
    request_body: string;
    /** The beginning of the body of the response, without secrets. */
    response_body: string;
    /** The name of the key, or of the key that signed; empty in entries of earlier builds. */
    key_name: string;
    /** `search`, `private`, `admin` or `signed`; empty in entries of earlier builds. */
    key_kind: string;
    /** Milliseconds from the request to the response. */
    duration: number;
  };
}
