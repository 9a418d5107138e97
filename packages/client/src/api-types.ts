// Made from the OpenAPI description by `npm run docs`; do not edit.

/** An object whose members are not described. */
export type JsonObject = { readonly [member: string]: unknown };

export type AdaptiveRelevanceSettings = {
  readonly curation: {
    readonly enabled: boolean;
    readonly mode: 'manual' | 'automatic';
    /** Days. */
    readonly timeframe: number;
    readonly max_size: number;
    readonly min_clicks: number;
    readonly schedule_frequency: number;
    readonly schedule_unit: 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month';
  };
};

export type ApiLog = {
  readonly results: readonly ApiLogEntry[];
  readonly meta: {
    readonly query: string;
    readonly filters: JsonObject;
    readonly sort_direction: string;
    readonly page: Page;
  };
};

export type ApiLogEntry = {
  readonly id: number;
  readonly timestamp: string;
  readonly http_method: string;
  readonly path: string;
  readonly full_request_path: string;
  readonly status: number;
  readonly request_body: string;
  readonly response_body: string;
  readonly user_agent: string;
  readonly key_name: string;
  readonly key_type: 'search' | 'private' | 'admin' | 'signed' | '';
  readonly duration_ms: number;
};

export type ApiLogRequest = {
  readonly filters: {
    readonly date: {
      /** RFC 3339. */
      readonly from: string;
      /** RFC 3339. */
      readonly to: string;
    };
    /** One status, or a class of them such as `4xx`. */
    readonly status?: number | string | undefined;
    readonly method?: string | undefined;
    readonly key_name?: string | undefined;
    /** One id, or a range with `from` and `to`. */
    readonly id?: number | {
      readonly from?: number | undefined;
      readonly to?: number | undefined;
    } | undefined;
  };
  /** A part of the path with its query string. */
  readonly query?: string | undefined;
  readonly sort_direction?: 'asc' | 'desc' | 'ASC' | 'DESC' | undefined;
  readonly page?: {
    readonly size?: number | undefined;
    readonly current?: number | undefined;
  } | undefined;
};

export type AuthenticationError = Error | Errors;

export type Boost = {
  readonly type: 'value' | 'functional' | 'proximity';
  readonly value?: string | number | boolean | readonly (string | number | boolean)[] | undefined;
  readonly function?: 'linear' | 'exponential' | 'logarithmic' | 'gaussian' | undefined;
  readonly operation?: 'add' | 'multiply' | undefined;
  readonly factor?: number | undefined;
  readonly center?: string | number | readonly number[] | undefined;
};

export type Click = {
  /** At most 128 characters unless FINDLING_QUERY_LIMIT says otherwise. */
  readonly query: string | number;
  readonly document_id: string | number;
  readonly request_id?: string | undefined;
  readonly tags?: readonly string[] | undefined;
};

export type ClickJudgements = {
  readonly judgements: number;
  readonly queries: number;
  /** Queries that the engine cannot have in addition. */
  readonly left_out: number;
  readonly results: readonly Judgement[];
  readonly dry_run?: true | undefined;
};

export type Configuration = {
  readonly version: 1;
  readonly search_settings: SearchSettingsChange;
  readonly synonyms: readonly SynonymSet[];
  readonly curations: readonly Curation[];
  readonly schema?: Schema | undefined;
  /** Only in meta engines, which have no schema. */
  readonly source_engines?: readonly string[] | undefined;
};

/** Sections that are not named stay. Synonym sets and curations without an id are new. */
export type ConfigurationChange = {
  readonly version: 1;
  readonly schema?: Schema | undefined;
  readonly search_settings?: SearchSettingsChange | undefined;
  readonly synonyms?: readonly ({
    readonly id?: string | undefined;
    readonly synonyms: readonly string[];
  })[] | undefined;
  readonly curations?: readonly ({
    readonly id?: string | undefined;
    readonly queries: readonly string[];
    readonly promoted?: readonly string[] | undefined;
    readonly hidden?: readonly string[] | undefined;
  })[] | undefined;
  readonly source_engines?: readonly string[] | undefined;
};

export type ConfigurationDifference = {
  readonly added: readonly unknown[];
  readonly removed: readonly unknown[];
  readonly changed: readonly ({
    readonly from: unknown;
    readonly to: unknown;
  })[];
};

export type ConfigurationDryRun = {
  readonly dry_run: true;
  /** By section. Sections that would stay the same are omitted. */
  readonly diff: {
    readonly [member: string]: ConfigurationDifference;
  };
};

export type ConfigurationVersion = {
  readonly version: number;
  readonly author: string;
  readonly created_at: string;
  readonly configuration: Configuration;
};

export type Credential = {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly type: 'search' | 'private' | 'admin';
  /** Private keys only. */
  readonly read?: boolean | undefined;
  /** Private keys only. */
  readonly write?: boolean | undefined;
  readonly access_all_engines?: boolean | undefined;
  readonly engines?: readonly string[] | undefined;
  readonly expires_at?: string | undefined;
  readonly description?: string | undefined;
  readonly rate_limit?: {
    readonly requests_per_second: number;
    readonly burst: number;
  } | undefined;
  /** Until then the value before the last rotation is accepted too. */
  readonly previous_key_expires_at?: string | undefined;
  /** The last request with that value since the rotation. Only in responses to GET. */
  readonly previous_key_last_used_at?: string | undefined;
  /** To the minute. Only in responses to GET. */
  readonly last_used_at?: string | undefined;
};

export type CredentialChange = {
  readonly name?: string | undefined;
  readonly type?: 'search' | 'private' | 'admin' | undefined;
  /** Private keys only. */
  readonly read?: boolean | null | undefined;
  /** Private keys only. */
  readonly write?: boolean | null | undefined;
  readonly access_all_engines?: boolean | null | undefined;
  readonly engines?: readonly string[] | null | undefined;
  /** In the future. Null: the key does not expire. */
  readonly expires_at?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly rate_limit?: {
    readonly requests_per_second: number;
    /** Requests at once; by default those of a second. */
    readonly burst?: number | undefined;
  } | null | undefined;
};

export type Curation = {
  readonly id: string;
  readonly queries: readonly string[];
  readonly promoted: readonly string[];
  readonly hidden: readonly string[];
};

export type CurationSuggestion = {
  readonly query: string;
  readonly type: 'curation';
  readonly status: 'applied' | 'automated' | 'pending' | 'disabled' | 'rejected';
  readonly updated_at: string;
  readonly created_at: string;
  readonly promoted: readonly string[];
  readonly operation: 'create' | 'update' | 'delete';
  readonly curation_id?: string | undefined;
  readonly override_manual_curation?: true | undefined;
};

export type Deleted = {
  readonly deleted: true;
};

/** Values are shown under the types of their fields. */
export type Document = {
  readonly id: string;
  readonly [member: string]: string | number | null | readonly (string | number | null)[] | string;
};

export type DocumentResult = {
  readonly id: string;
  readonly errors: readonly string[];
};

export type ElasticsearchAnswer = {
  readonly took: number;
  readonly timed_out: boolean;
  readonly _shards: JsonObject;
  readonly hits: {
    readonly max_score: number | null;
    readonly hits: readonly ({
      readonly _index: string;
      readonly _id: string;
      readonly _score: number | null;
      /** Values are strings. */
      readonly _source?: JsonObject | undefined;
      readonly sort?: readonly (string | number | null)[] | undefined;
    })[];
    readonly total?: {
      readonly value: number;
      readonly relation: 'eq' | 'gte';
    } | undefined;
  };
  readonly aggregations?: {
    readonly [member: string]: JsonObject;
  } | undefined;
};

export type ElasticsearchRequest = {
  /** One query. docs/elasticsearch.md has those that are supported. */
  readonly query?: JsonObject | undefined;
  readonly from?: number | undefined;
  readonly size?: number | undefined;
  readonly sort?: readonly unknown[] | JsonObject | string | undefined;
  readonly _source?: boolean | string | JsonObject | readonly string[] | undefined;
  readonly aggs?: JsonObject | undefined;
  readonly aggregations?: JsonObject | undefined;
  readonly track_total_hits?: boolean | number | undefined;
};

export type Engine = {
  readonly name: string;
  readonly type: 'default' | 'meta';
  readonly document_count: number;
  /** Not in meta engines. */
  readonly language?: 'da' | 'de' | 'en' | 'es' | 'fr' | 'it' | 'ja' | 'ko' | 'nl' | 'pt' | 'pt-br' | 'ru' | 'th' | 'zh' | null | undefined;
  /** Not in meta engines. */
  readonly index_create_settings_override?: JsonObject | undefined;
  /** Only in meta engines. */
  readonly source_engines?: readonly string[] | undefined;
};

export type Error = {
  readonly error: string;
};

export type Errors = {
  readonly errors: readonly string[];
};

export type Evaluation = {
  readonly k: number;
  readonly judgements: number;
  readonly queries: {
    readonly judged: number;
    readonly measured: number;
  };
  readonly present: Measures;
  readonly missing_documents: {
    readonly total: number;
    readonly results: readonly ({
      readonly query: string;
      readonly document_id: string;
    })[];
  };
  readonly results: readonly ({
    readonly query: string;
    readonly judgements: number;
    readonly present: Measures;
    readonly proposed?: Measures | undefined;
  })[];
  readonly proposed?: Measures | undefined;
  readonly change?: Measures | undefined;
  readonly moved?: {
    readonly better: number;
    readonly worse: number;
    readonly results: readonly ({
      readonly query: string;
      readonly before: Measures;
      readonly after: Measures;
      readonly change: Measures;
    })[];
  } | undefined;
};

/** Search settings and synonym sets are compared with the present ones. Sections of the settings that are not named stay; the synonym sets replace the present ones. */
export type EvaluationRequest = {
  /** How many results of each query count. */
  readonly k?: number | undefined;
  readonly settings?: SearchSettingsChange | undefined;
  readonly synonyms?: readonly ({
    readonly synonyms: readonly string[];
  })[] | undefined;
  /** Only these judged queries. */
  readonly queries?: readonly string[] | undefined;
};

export type ExplainRequest = {
  /** At most 128 characters unless FINDLING_QUERY_LIMIT says otherwise. */
  readonly query: string | number;
  readonly page?: {
    readonly current?: number | undefined;
    readonly size?: number | undefined;
  } | undefined;
  readonly sort?: SortKey | readonly SortKey[] | undefined;
  readonly group?: {
    readonly field: string;
    readonly size?: number | undefined;
    readonly sort?: SortKey | undefined;
    readonly collapse?: boolean | undefined;
  } | undefined;
  readonly facets?: {
    readonly [member: string]: FacetRequest | readonly FacetRequest[];
  } | undefined;
  readonly filters?: Filters | undefined;
  readonly precision?: number | undefined;
  readonly boosts?: {
    readonly [member: string]: Boost | readonly Boost[];
  } | undefined;
  readonly search_fields?: SearchFields | undefined;
  readonly result_fields?: ResultFields | undefined;
  readonly analytics?: {
    readonly tags?: readonly string[] | undefined;
  } | undefined;
  readonly record_analytics?: boolean | undefined;
  /** The document whose place is explained. */
  readonly document_id?: string | number | undefined;
  /** A signed search key whose restrictions apply. */
  readonly as?: string | undefined;
};

export type Facet = {
  readonly type: 'value';
  readonly data: readonly ({
    readonly value: string | number;
    readonly count: number;
  })[];
  readonly name?: string | undefined;
} | {
  readonly type: 'range';
  readonly data: readonly ({
    readonly count: number;
    readonly from?: string | number | undefined;
    readonly to?: string | number | undefined;
    readonly name?: string | undefined;
  })[];
  readonly name?: string | undefined;
};

export type FacetRequest = {
  readonly type: 'value' | 'range';
  readonly name?: string | undefined;
  readonly size?: number | undefined;
  readonly sort?: {
    readonly count?: 'asc' | 'desc' | undefined;
    readonly value?: 'asc' | 'desc' | undefined;
  } | undefined;
  readonly ranges?: readonly ({
    readonly from?: number | string | undefined;
    readonly to?: number | string | undefined;
    readonly name?: string | undefined;
  })[] | undefined;
  /** A place: "lat,lon", [lon, lat], a geohash, or "POINT (lon lat)". */
  readonly center?: string | readonly number[] | undefined;
  readonly unit?: 'mm' | 'cm' | 'm' | 'km' | 'in' | 'ft' | 'yd' | 'mi' | undefined;
};

export type FieldResult = {
  /** The value under the type of its field. */
  readonly raw?: string | number | null | readonly (string | number | null)[] | undefined;
  /** HTML that is safe to insert, with matches in `<em>`. */
  readonly snippet?: string | null | undefined;
};

export type FieldType = 'text' | 'number' | 'date' | 'geolocation';

/** A range of numbers or dates, or of distances from a center. */
export type FilterRange = {
  readonly from?: number | string | undefined;
  readonly to?: number | string | undefined;
  /** A place: "lat,lon", [lon, lat], a geohash, or "POINT (lon lat)". */
  readonly center?: string | readonly number[] | undefined;
  readonly unit?: 'mm' | 'cm' | 'm' | 'km' | 'in' | 'ft' | 'yd' | 'mi' | undefined;
  readonly distance?: number | string | undefined;
};

/** Conditions on fields, and all, any, none over lists of filters. In meta engines also on `_engine`, the name of the source engine. */
export type Filters = {
  readonly all?: Filters | readonly Filters[] | undefined;
  readonly any?: Filters | readonly Filters[] | undefined;
  readonly none?: Filters | readonly Filters[] | undefined;
  readonly [member: string]: string | number | boolean | FilterRange | readonly (string | number | boolean | FilterRange)[] | {
    readonly any: readonly (string | number | boolean | FilterRange)[];
  } | Filters | readonly Filters[] | undefined;
};

export type Judgement = {
  readonly query: string;
  readonly document_id: string;
  /** 0: not relevant, 1: slightly, 2: relevant, 3: highly relevant. */
  readonly grade: number;
  readonly source: 'manual' | 'clicks';
};

export type JudgementCount = {
  readonly judgements: number;
  readonly queries: number;
};

export type LogSettings = {
  readonly api: {
    readonly enabled: boolean;
    readonly retention_days: number;
    /** The limit of the instance; ignored in requests. */
    readonly max_retention_days: number;
  };
  readonly analytics: {
    readonly enabled: boolean;
    readonly retention_days: number;
    /** The limit of the instance; ignored in requests. */
    readonly max_retention_days: number;
  };
};

export type Measures = {
  readonly ndcg: number | null;
  readonly mrr: number | null;
};

export type NewEngine = {
  readonly name: string;
  readonly type?: 'default' | 'meta' | undefined;
  /** The sources of a meta engine. */
  readonly source_engines?: readonly string[] | undefined;
  readonly language?: 'da' | 'de' | 'en' | 'es' | 'fr' | 'it' | 'ja' | 'ko' | 'nl' | 'pt' | 'pt-br' | 'ru' | 'th' | 'zh' | null | undefined;
  readonly index_create_settings_override?: JsonObject | undefined;
};

export type Page = {
  readonly current: number;
  readonly total_pages: number;
  readonly total_results: number;
  readonly size: number;
};

export type QuerySuggestions = {
  readonly results: {
    readonly documents: readonly ({
      readonly suggestion: string;
    })[];
  };
  readonly meta: {
    readonly request_id: string;
  };
};

export type ReindexFailure = {
  readonly document_id: string;
  readonly field: string;
  readonly type: FieldType;
  readonly value: string;
  readonly reason: string;
};

export type ReindexStatus = {
  readonly state: 'idle' | 'reindexing';
  readonly progress: {
    readonly job: number;
    readonly fields: Schema;
    readonly documents_done: number;
    readonly documents_total: number;
    readonly documents_per_second: number | null;
    readonly estimated_end: string | null;
    readonly started_at: string;
  } | null;
  readonly last_job: {
    readonly id: number;
    readonly state: 'finished' | 'cancelled';
    readonly fields: Schema;
    readonly documents_done: number;
    readonly documents_total: number;
    readonly failures: number;
    readonly started_at: string;
    readonly finished_at: string;
  } | null;
};

export type ResultFields = {
  readonly [member: string]: {
    readonly raw?: {
      readonly size?: number | undefined;
    } | undefined;
    readonly snippet?: {
      readonly size?: number | undefined;
      readonly fallback?: boolean | undefined;
    } | undefined;
  };
};

export type Revocation = {
  readonly id: number;
  readonly created_at: string;
  readonly jti?: string | undefined;
  readonly sub?: string | undefined;
  readonly issued_before?: string | undefined;
  readonly api_key_name?: string | undefined;
};

/** At least one of jti, sub and issued_before. All that are given must apply. */
export type RevocationConditions = {
  readonly jti?: string | number | undefined;
  readonly sub?: string | number | undefined;
  /** ISO 8601, or seconds since 1970. A token without `iat` counts as issued in 1970. */
  readonly issued_before?: string | number | undefined;
  /** Only tokens signed with this key. */
  readonly api_key_name?: string | undefined;
};

export type Schema = {
  readonly [member: string]: FieldType;
};

export type SchemaDryRun = {
  readonly dry_run: true;
  readonly schema: Schema;
  readonly added: readonly string[];
  readonly changed: {
    readonly [member: string]: {
      readonly from: FieldType;
      readonly to: FieldType;
      readonly converted: number;
      readonly failed: number;
      /** Numbers with more digits than a double holds. */
      readonly rounded: number;
      /** Documents without a value for the field. */
      readonly empty: number;
      readonly reasons: readonly ({
        readonly reason: string;
        readonly count: number;
        readonly samples: readonly ({
          readonly document_id: string;
          readonly value: string;
        })[];
      })[];
    };
  };
  readonly documents_examined: number;
};

export type SearchAnswer = {
  readonly meta: SearchMeta;
  readonly results: readonly SearchResult[];
  readonly facets?: {
    readonly [member: string]: readonly Facet[];
  } | undefined;
};

export type SearchExplanation = {
  readonly meta: {
    readonly alerts: readonly unknown[];
    readonly warnings: readonly string[];
    readonly precision: number;
    readonly engine: {
      readonly name: string;
      readonly type: 'default' | 'meta';
    };
    readonly request_id: string;
  };
  readonly query_string: string;
  readonly query_body: JsonObject;
  readonly explanation?: {
    readonly found: boolean;
    readonly position: number | null;
    readonly dropped_by: string | null;
    readonly stages: readonly ({
      readonly stage: string;
      readonly passed: boolean;
      readonly [member: string]: unknown;
    })[];
    readonly score: number | null;
    readonly parts: readonly ({
      readonly kind: string;
      readonly score: number;
      readonly [member: string]: unknown;
    })[];
  } | undefined;
};

export type SearchFields = {
  readonly [member: string]: {
    readonly weight?: number | undefined;
  };
};

export type SearchMeta = {
  readonly alerts: readonly unknown[];
  readonly warnings: readonly string[];
  readonly precision: number;
  readonly engine: {
    readonly name: string;
    readonly type: 'default' | 'meta';
  };
  readonly request_id: string;
  readonly page: Page;
  /** Only with the header `X-Enterprise-Search-Profile: true` and a private key. */
  readonly profile?: {
    /** Milliseconds. */
    readonly took: number;
    readonly stages: {
      readonly [member: string]: number;
    };
    readonly counters?: {
      readonly [member: string]: number;
    } | undefined;
  } | undefined;
  /** Only with the header `X-Enterprise-Search-Debug: true` and a private key. */
  readonly elasticsearch?: {
    readonly request_header: JsonObject;
    readonly request_body: JsonObject;
    readonly response: JsonObject;
  } | undefined;
};

export type SearchRequest = {
  /** At most 128 characters unless FINDLING_QUERY_LIMIT says otherwise. */
  readonly query: string | number;
  readonly page?: {
    readonly current?: number | undefined;
    readonly size?: number | undefined;
  } | undefined;
  readonly sort?: SortKey | readonly SortKey[] | undefined;
  readonly group?: {
    readonly field: string;
    readonly size?: number | undefined;
    readonly sort?: SortKey | undefined;
    readonly collapse?: boolean | undefined;
  } | undefined;
  readonly facets?: {
    readonly [member: string]: FacetRequest | readonly FacetRequest[];
  } | undefined;
  readonly filters?: Filters | undefined;
  readonly precision?: number | undefined;
  readonly boosts?: {
    readonly [member: string]: Boost | readonly Boost[];
  } | undefined;
  readonly search_fields?: SearchFields | undefined;
  readonly result_fields?: ResultFields | undefined;
  readonly analytics?: {
    readonly tags?: readonly string[] | undefined;
  } | undefined;
  readonly record_analytics?: boolean | undefined;
};

export type SearchResult = {
  readonly id: {
    readonly raw: string;
  };
  readonly _meta: {
    readonly id: string;
    readonly engine: string;
    readonly score: number | null;
  };
  readonly _group_key?: string | number | null | undefined;
  readonly _group?: readonly SearchResult[] | undefined;
  readonly [member: string]: FieldResult | {
    readonly raw: string;
  } | {
    readonly id: string;
    readonly engine: string;
    readonly score: number | null;
  } | string | number | null | undefined | readonly SearchResult[] | undefined;
};

export type SearchSettings = {
  readonly precision: number;
  readonly boosts: {
    readonly [member: string]: readonly Boost[];
  };
  readonly search_fields: SearchFields;
  readonly result_fields: ResultFields;
  readonly precision_enabled: true;
  /** Entries that searches leave out because the schema has changed. Omitted if there are none. */
  readonly warnings?: readonly string[] | undefined;
};

export type SearchSettingsChange = {
  readonly precision?: number | undefined;
  readonly boosts?: {
    readonly [member: string]: Boost | readonly Boost[];
  } | undefined;
  readonly search_fields?: SearchFields | undefined;
  readonly result_fields?: ResultFields | undefined;
};

/** A document as it is sent; its values can be of any kind. */
export type SentDocument = {
  readonly id?: string | number | null | undefined;
  readonly [member: string]: unknown;
};

export type SignedKeyInspection = {
  readonly accepted: boolean;
  readonly remarks: readonly string[];
  readonly kind: 'signed' | 'search' | 'private' | 'admin' | null;
  readonly key_name: string | null;
  readonly signature_valid: boolean;
  readonly issued_at: string | null;
  readonly expires_at: string | null;
  readonly not_before: string | null;
  readonly jti: string | null;
  readonly sub: string | null;
  readonly engines: readonly string[] | null;
  readonly restrictions: JsonObject | null;
};

/** _score, id or a field, and the direction; for a place its center. */
export type SortKey = {
  readonly [member: string]: 'asc' | 'desc' | {
    /** A place: "lat,lon", [lon, lat], a geohash, or "POINT (lon lat)". */
    readonly center: string | readonly number[];
    readonly order?: 'asc' | 'desc' | undefined;
    readonly mode?: 'min' | 'max' | 'median' | 'avg' | undefined;
  };
};

export type SynonymSet = {
  readonly id: string;
  readonly synonyms: readonly string[];
};

/** The operations of the API by their ids: names in the path, query string, body and answer. */
export interface Operations {
  /** List the engines within reach of the key, by name. */
  listEngines: {
    path: never;
    query: {
      readonly 'page[current]'?: number | undefined;
      readonly 'page[size]'?: number | undefined;
    };
    body: undefined;
    answer: {
      readonly meta: {
        readonly page: Page;
      };
      readonly results: readonly Engine[];
    };
  };
  /** Create an engine. */
  createEngine: {
    path: never;
    query: undefined;
    body: NewEngine;
    answer: Engine;
  };
  /** Get an engine. */
  getEngine: {
    path: 'engine';
    query: undefined;
    body: undefined;
    answer: Engine;
  };
  /** Delete an engine with all its documents. */
  deleteEngine: {
    path: 'engine';
    query: undefined;
    body: undefined;
    answer: Deleted;
  };
  /** Add source engines to a meta engine. */
  addSourceEngines: {
    path: 'engine';
    query: undefined;
    body: readonly string[];
    answer: Engine;
  };
  /** Remove source engines from a meta engine. */
  removeSourceEngines: {
    path: 'engine';
    query: undefined;
    body: readonly string[];
    answer: Engine;
  };
  /** Create documents, or replace those of the same id. */
  indexDocuments: {
    path: 'engine';
    query: undefined;
    body: readonly SentDocument[] | SentDocument;
    answer: readonly DocumentResult[];
  };
  /** Change fields of documents that exist. */
  patchDocuments: {
    path: 'engine';
    query: undefined;
    body: readonly SentDocument[] | SentDocument;
    answer: readonly DocumentResult[];
  };
  /** Get documents by id; null for missing ones. */
  getDocuments: {
    path: 'engine';
    query: {
      readonly 'ids[]'?: readonly string[] | undefined;
    };
    body: readonly string[];
    answer: readonly (Document | null)[];
  };
  /** Delete documents by their ids. */
  deleteDocuments: {
    path: 'engine';
    query: undefined;
    body: readonly string[];
    answer: readonly ({
      readonly id: string;
      readonly deleted: boolean;
    })[];
  };
  /** List documents in the order in which they were first indexed. */
  listDocuments: {
    path: 'engine';
    query: {
      readonly 'page[current]'?: number | undefined;
      readonly 'page[size]'?: number | undefined;
    };
    body: undefined;
    answer: {
      readonly meta: {
        readonly page: Page;
      };
      readonly results: readonly Document[];
    };
  };
  /** Delete the documents that pass filters. */
  deleteDocumentsByFilter: {
    path: 'engine';
    query: undefined;
    body: {
      readonly filters: Filters;
      readonly dry_run?: boolean | undefined;
    };
    answer: {
      readonly matched: number;
      readonly deleted: number;
      readonly ids?: readonly string[] | undefined;
    };
  };
  /** Export all documents as they were sent. */
  exportDocuments: {
    path: 'engine';
    query: {
      readonly cursor?: string | undefined;
      readonly after?: string | undefined;
    };
    body: undefined;
    answer: SentDocument;
  };
  /** Get the schema: every field with its type. */
  getSchema: {
    path: 'engine';
    query: undefined;
    body: undefined;
    answer: Schema;
  };
  /** Add fields and change types, atomically. */
  updateSchema: {
    path: 'engine';
    query: {
      readonly dry_run?: boolean | undefined;
    };
    body: Schema;
    answer: Schema | SchemaDryRun;
  };
  /** Get the reindex status: state, progress and the last job. */
  getReindex: {
    path: 'engine';
    query: undefined;
    body: undefined;
    answer: ReindexStatus;
  };
  /** List the values that the last type change could not convert. */
  listReindexFailures: {
    path: 'engine';
    query: {
      readonly 'page[current]'?: number | undefined;
      readonly 'page[size]'?: number | undefined;
      /** The number of another job; the latest ten are kept. */
      readonly job?: number | undefined;
    };
    body: undefined;
    answer: {
      readonly meta: {
        readonly page: Page;
        readonly job: number | null;
      };
      readonly results: readonly ReindexFailure[];
    };
  };
  /** Cancel the running reindex and restore the previous types. */
  cancelReindex: {
    path: 'engine';
    query: undefined;
    body: undefined;
    answer: ReindexStatus;
  };
  /** Search the documents of an engine. */
  getSearch: {
    path: 'engine';
    query: {
      readonly query?: string | undefined;
    };
    body: SearchRequest;
    answer: SearchAnswer;
  };
  /** Search the documents of an engine. */
  search: {
    path: 'engine';
    query: {
      readonly query?: string | undefined;
    };
    body: SearchRequest;
    answer: SearchAnswer;
  };
  /** Do several searches at once. */
  getMultiSearch: {
    path: 'engine';
    query: undefined;
    body: {
      readonly queries: readonly SearchRequest[];
    };
    answer: readonly SearchAnswer[];
  };
  /** Do several searches at once. */
  multiSearch: {
    path: 'engine';
    query: undefined;
    body: {
      readonly queries: readonly SearchRequest[];
    };
    answer: readonly SearchAnswer[];
  };
  /** Complete the beginning of a query from the texts of documents. */
  getQuerySuggestion: {
    path: 'engine';
    query: {
      readonly query?: string | undefined;
    };
    body: {
      /** At most 128 characters unless FINDLING_QUERY_LIMIT says otherwise. */
      readonly query: string | number;
      readonly types?: {
        readonly documents?: {
          readonly fields?: readonly string[] | undefined;
        } | undefined;
      } | undefined;
      readonly size?: number | undefined;
    };
    answer: QuerySuggestions;
  };
  /** Complete the beginning of a query from the texts of documents. */
  querySuggestion: {
    path: 'engine';
    query: {
      readonly query?: string | undefined;
    };
    body: {
      /** At most 128 characters unless FINDLING_QUERY_LIMIT says otherwise. */
      readonly query: string | number;
      readonly types?: {
        readonly documents?: {
          readonly fields?: readonly string[] | undefined;
        } | undefined;
      } | undefined;
      readonly size?: number | undefined;
    };
    answer: QuerySuggestions;
  };
  /** Report a click on a result. */
  click: {
    path: 'engine';
    query: undefined;
    body: Click;
    answer: undefined;
  };
  /** List the most frequent queries. */
  getTopQueriesAnalytics: {
    path: 'engine';
    query: undefined;
    body: {
      readonly filters?: {
        readonly tag?: string | readonly string[] | undefined;
        readonly date?: {
          /** RFC 3339, or a date, which is its midnight in UTC. */
          readonly from?: string | undefined;
          readonly to?: string | undefined;
        } | undefined;
        readonly clicks?: boolean | undefined;
        readonly results?: boolean | undefined;
        readonly all?: readonly JsonObject[] | undefined;
      } | undefined;
      readonly page?: {
        readonly size?: number | undefined;
        readonly current?: number | undefined;
      } | undefined;
    };
    answer: {
      readonly results: readonly ({
        readonly term: string;
        readonly clicks: number;
        readonly queries: number;
      })[];
      readonly meta: {
        readonly page: {
          readonly size: number;
          readonly current: number;
        };
      };
    };
  };
  /** List the most frequent queries. */
  topQueriesAnalytics: {
    path: 'engine';
    query: undefined;
    body: {
      readonly filters?: {
        readonly tag?: string | readonly string[] | undefined;
        readonly date?: {
          /** RFC 3339, or a date, which is its midnight in UTC. */
          readonly from?: string | undefined;
          readonly to?: string | undefined;
        } | undefined;
        readonly clicks?: boolean | undefined;
        readonly results?: boolean | undefined;
        readonly all?: readonly JsonObject[] | undefined;
      } | undefined;
      readonly page?: {
        readonly size?: number | undefined;
        readonly current?: number | undefined;
      } | undefined;
    };
    answer: {
      readonly results: readonly ({
        readonly term: string;
        readonly clicks: number;
        readonly queries: number;
      })[];
      readonly meta: {
        readonly page: {
          readonly size: number;
          readonly current: number;
        };
      };
    };
  };
  /** List the most clicked documents, of all queries or of one. */
  getTopClicksAnalytics: {
    path: 'engine';
    query: undefined;
    body: {
      readonly query?: string | undefined;
      readonly filters?: {
        readonly tag?: string | readonly string[] | undefined;
        readonly date?: {
          /** RFC 3339, or a date, which is its midnight in UTC. */
          readonly from?: string | undefined;
          readonly to?: string | undefined;
        } | undefined;
        readonly all?: readonly JsonObject[] | undefined;
      } | undefined;
      readonly page?: {
        readonly size?: number | undefined;
        readonly current?: number | undefined;
      } | undefined;
    };
    answer: {
      readonly results: readonly ({
        readonly document_id: string;
        readonly clicks: number;
      })[];
      readonly meta: {
        readonly page: {
          readonly size: number;
          readonly current: number;
        };
      };
    };
  };
  /** List the most clicked documents, of all queries or of one. */
  topClicksAnalytics: {
    path: 'engine';
    query: undefined;
    body: {
      readonly query?: string | undefined;
      readonly filters?: {
        readonly tag?: string | readonly string[] | undefined;
        readonly date?: {
          /** RFC 3339, or a date, which is its midnight in UTC. */
          readonly from?: string | undefined;
          readonly to?: string | undefined;
        } | undefined;
        readonly all?: readonly JsonObject[] | undefined;
      } | undefined;
      readonly page?: {
        readonly size?: number | undefined;
        readonly current?: number | undefined;
      } | undefined;
    };
    answer: {
      readonly results: readonly ({
        readonly document_id: string;
        readonly clicks: number;
      })[];
      readonly meta: {
        readonly page: {
          readonly size: number;
          readonly current: number;
        };
      };
    };
  };
  /** Count searches and clicks by hour or day. */
  getCountAnalytics: {
    path: 'engine';
    query: undefined;
    body: {
      readonly filters?: {
        readonly tag?: string | readonly string[] | undefined;
        readonly date?: {
          /** RFC 3339, or a date, which is its midnight in UTC. */
          readonly from?: string | undefined;
          readonly to?: string | undefined;
        } | undefined;
        readonly query?: string | undefined;
        readonly document_id?: string | undefined;
        readonly all?: readonly JsonObject[] | undefined;
      } | undefined;
      readonly interval?: 'hour' | 'day' | undefined;
    };
    answer: {
      readonly results: readonly ({
        readonly clicks: number;
        readonly queries: number;
        readonly from: string;
        readonly to: string;
      })[];
    };
  };
  /** Count searches and clicks by hour or day. */
  countAnalytics: {
    path: 'engine';
    query: undefined;
    body: {
      readonly filters?: {
        readonly tag?: string | readonly string[] | undefined;
        readonly date?: {
          /** RFC 3339, or a date, which is its midnight in UTC. */
          readonly from?: string | undefined;
          readonly to?: string | undefined;
        } | undefined;
        readonly query?: string | undefined;
        readonly document_id?: string | undefined;
        readonly all?: readonly JsonObject[] | undefined;
      } | undefined;
      readonly interval?: 'hour' | 'day' | undefined;
    };
    answer: {
      readonly results: readonly ({
        readonly clicks: number;
        readonly queries: number;
        readonly from: string;
        readonly to: string;
      })[];
    };
  };
  /** List the requests to an engine. */
  getApiLogs: {
    path: 'engine';
    query: undefined;
    body: ApiLogRequest;
    answer: ApiLog;
  };
  /** List the requests to an engine. */
  apiLogs: {
    path: 'engine';
    query: undefined;
    body: ApiLogRequest;
    answer: ApiLog;
  };
  /** Show what is recorded and kept. */
  getLogSettings: {
    path: never;
    query: undefined;
    body: undefined;
    answer: LogSettings;
  };
  /** Change what is recorded and kept. */
  putLogSettings: {
    path: never;
    query: undefined;
    body: {
      readonly api?: {
        readonly enabled?: boolean | undefined;
        readonly retention_days?: number | null | undefined;
        /** The limit of the instance; ignored in requests. */
        readonly max_retention_days?: number | undefined;
      } | undefined;
      readonly analytics?: {
        readonly enabled?: boolean | undefined;
        readonly retention_days?: number | null | undefined;
        /** The limit of the instance; ignored in requests. */
        readonly max_retention_days?: number | undefined;
      } | undefined;
    };
    answer: LogSettings;
  };
  /** Change what is recorded and kept. */
  patchLogSettings: {
    path: never;
    query: undefined;
    body: {
      readonly api?: {
        readonly enabled?: boolean | undefined;
        readonly retention_days?: number | null | undefined;
        /** The limit of the instance; ignored in requests. */
        readonly max_retention_days?: number | undefined;
      } | undefined;
      readonly analytics?: {
        readonly enabled?: boolean | undefined;
        readonly retention_days?: number | null | undefined;
        /** The limit of the instance; ignored in requests. */
        readonly max_retention_days?: number | undefined;
      } | undefined;
    };
    answer: LogSettings;
  };
  /** Restore the default log settings. */
  deleteLogSettings: {
    path: never;
    query: undefined;
    body: undefined;
    answer: LogSettings;
  };
  /** Get the search settings: fields, weights, boosts and precision. */
  getSearchSettings: {
    path: 'engine';
    query: undefined;
    body: undefined;
    answer: SearchSettings;
  };
  /** Replace sections of the search settings. */
  updateSearchSettings: {
    path: 'engine';
    query: undefined;
    body: SearchSettingsChange;
    answer: SearchSettings;
  };
  /** Reset the search settings to their defaults. */
  resetSearchSettings: {
    path: 'engine';
    query: undefined;
    body: undefined;
    answer: SearchSettings;
  };
  /** List the curations of an engine. */
  listCurations: {
    path: 'engine';
    query: {
      readonly 'page[current]'?: number | undefined;
      readonly 'page[size]'?: number | undefined;
    };
    body: undefined;
    answer: {
      readonly meta: {
        readonly page: Page;
      };
      readonly results: readonly Curation[];
    };
  };
  /** Create a curation: documents to promote and to hide for some queries. */
  createCuration: {
    path: 'engine';
    query: undefined;
    body: {
      readonly queries: readonly string[];
      readonly promoted?: readonly string[] | undefined;
      readonly hidden?: readonly string[] | undefined;
    };
    answer: {
      readonly id: string;
    };
  };
  /** Get a curation. */
  getCuration: {
    path: 'engine' | 'id';
    query: undefined;
    body: undefined;
    answer: Curation;
  };
  /** Replace a curation. */
  replaceCuration: {
    path: 'engine' | 'id';
    query: undefined;
    body: {
      readonly queries?: readonly string[] | undefined;
      readonly promoted?: readonly string[] | undefined;
      readonly hidden?: readonly string[] | undefined;
    };
    answer: {
      readonly id: string;
    };
  };
  /** Delete a curation. */
  deleteCuration: {
    path: 'engine' | 'id';
    query: undefined;
    body: undefined;
    answer: Deleted;
  };
  /** Search with a query of Elasticsearch. */
  getElasticsearchSearch: {
    path: 'engine';
    query: {
      readonly sort?: string | undefined;
      readonly from?: number | undefined;
      readonly size?: number | undefined;
    };
    body: ElasticsearchRequest;
    answer: ElasticsearchAnswer;
  };
  /** Search with a query of Elasticsearch. */
  elasticsearchSearch: {
    path: 'engine';
    query: {
      readonly sort?: string | undefined;
      readonly from?: number | undefined;
      readonly size?: number | undefined;
    };
    body: ElasticsearchRequest;
    answer: ElasticsearchAnswer;
  };
  /** Explain a search, and the place of a document in its result. */
  getSearchExplain: {
    path: 'engine';
    query: {
      readonly query?: string | undefined;
    };
    body: ExplainRequest;
    answer: SearchExplanation;
  };
  /** Explain a search, and the place of a document in its result. */
  searchExplain: {
    path: 'engine';
    query: {
      readonly query?: string | undefined;
    };
    body: ExplainRequest;
    answer: SearchExplanation;
  };
  /** Get schema, search settings, synonyms, curations and sources as one document. */
  getConfiguration: {
    path: 'engine';
    query: undefined;
    body: undefined;
    answer: Configuration;
  };
  /** Replace the sections that the document has, all or nothing. */
  replaceConfiguration: {
    path: 'engine';
    query: {
      readonly dry_run?: boolean | undefined;
    };
    body: ConfigurationChange;
    answer: Configuration | ConfigurationDryRun;
  };
  /** List the latest versions of the configuration, newest first. */
  listConfigurationVersions: {
    path: 'engine';
    query: {
      readonly 'page[current]'?: number | undefined;
      readonly 'page[size]'?: number | undefined;
    };
    body: undefined;
    answer: {
      readonly meta: {
        readonly page: Page;
      };
      readonly results: readonly ({
        readonly version: number;
        readonly author: string;
        readonly created_at: string;
      })[];
    };
  };
  /** Get an earlier version of the configuration. */
  getConfigurationVersion: {
    path: 'engine' | 'version';
    query: undefined;
    body: undefined;
    answer: ConfigurationVersion;
  };
  /** Apply an earlier version of the configuration. */
  restoreConfigurationVersion: {
    path: 'engine' | 'version';
    query: undefined;
    body: undefined;
    answer: Configuration;
  };
  /** List the synonym sets of an engine. */
  listSynonymSets: {
    path: 'engine';
    query: {
      readonly 'page[current]'?: number | undefined;
      readonly 'page[size]'?: number | undefined;
    };
    body: undefined;
    answer: {
      readonly meta: {
        readonly page: Page;
      };
      readonly results: readonly SynonymSet[];
    };
  };
  /** Create a synonym set. */
  createSynonymSet: {
    path: 'engine';
    query: undefined;
    body: {
      readonly synonyms: readonly string[];
    };
    answer: SynonymSet;
  };
  /** Get a synonym set. */
  getSynonymSet: {
    path: 'engine' | 'id';
    query: undefined;
    body: undefined;
    answer: SynonymSet;
  };
  /** Replace the terms of a synonym set. */
  replaceSynonymSet: {
    path: 'engine' | 'id';
    query: undefined;
    body: {
      readonly synonyms: readonly string[];
    };
    answer: SynonymSet;
  };
  /** Delete a synonym set. */
  deleteSynonymSet: {
    path: 'engine' | 'id';
    query: undefined;
    body: undefined;
    answer: Deleted;
  };
  /** List the judgements of an engine: how relevant documents are to queries. */
  listJudgements: {
    path: 'engine';
    query: {
      readonly query?: string | undefined;
      readonly 'page[current]'?: number | undefined;
      readonly 'page[size]'?: number | undefined;
    };
    body: undefined;
    answer: {
      readonly meta: {
        readonly page: Page;
      };
      readonly results: readonly Judgement[];
    };
  };
  /** Set judgements, all or nothing. */
  setJudgements: {
    path: 'engine';
    query: undefined;
    body: {
      readonly judgements: readonly ({
        readonly query: string;
        readonly document_id: string | number;
        /** 0: not relevant, 1: slightly, 2: relevant, 3: highly relevant. */
        readonly grade: number;
      })[];
    };
    answer: JudgementCount;
  };
  /** Delete judgements: a list, those of a query, or all. */
  deleteJudgements: {
    path: 'engine';
    query: undefined;
    body: {
      readonly judgements?: readonly ({
        readonly query: string;
        readonly document_id: string | number;
      })[] | undefined;
      /** All judgements of this query. */
      readonly query?: string | undefined;
      /** All judgements of the engine. */
      readonly all?: true | undefined;
    };
    answer: {
      readonly deleted: number;
    };
  };
  /** Replace the judgements that were made from clicks. */
  setJudgementsFromClicks: {
    path: 'engine';
    query: {
      readonly dry_run?: boolean | undefined;
    };
    body: {
      readonly days?: number | undefined;
      readonly min_clicks?: number | undefined;
    };
    answer: ClickJudgements;
  };
  /** Measure the results of all judged queries: nDCG and MRR, for the present and for proposed settings and synonyms. */
  evaluateRelevance: {
    path: 'engine';
    query: undefined;
    body: EvaluationRequest;
    answer: Evaluation;
  };
  /** Get the settings of adaptive relevance. */
  getAdaptiveRelevanceSettings: {
    path: 'engine';
    query: undefined;
    body: undefined;
    answer: AdaptiveRelevanceSettings;
  };
  /** Change settings of adaptive relevance. */
  putAdaptiveRelevanceSettings: {
    path: 'engine';
    query: undefined;
    body: {
      readonly curation: {
        readonly enabled?: boolean | undefined;
        readonly mode?: 'manual' | 'automatic' | undefined;
        /** Days. */
        readonly timeframe?: number | undefined;
        readonly max_size?: number | undefined;
        readonly min_clicks?: number | undefined;
        readonly schedule_frequency?: number | undefined;
        readonly schedule_unit?: 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | undefined;
      };
    };
    answer: AdaptiveRelevanceSettings;
  };
  /** List the curations that clicks suggest. */
  listAdaptiveRelevanceSuggestions: {
    path: 'engine';
    query: {
      readonly 'page[current]'?: number | undefined;
      readonly 'page[size]'?: number | undefined;
    };
    body: undefined;
    answer: {
      readonly meta: {
        readonly page: Page;
      };
      readonly results: readonly CurationSuggestion[];
    };
  };
  /** List the curations that clicks suggest. */
  postlistAdaptiveRelevanceSuggestions: {
    path: 'engine';
    query: undefined;
    body: {
      readonly filters?: {
        readonly status?: readonly ('applied' | 'automated' | 'pending' | 'disabled' | 'rejected')[] | undefined;
        readonly type?: 'curation' | undefined;
      } | undefined;
      readonly page?: {
        readonly current?: number | undefined;
        readonly size?: number | undefined;
      } | undefined;
    };
    answer: {
      readonly meta: {
        readonly page: Page;
      };
      readonly results: readonly CurationSuggestion[];
    };
  };
  /** Change the statuses of suggestions: apply, automate, reject or disable them. */
  putAdaptiveRelevanceSuggestions: {
    path: 'engine';
    query: undefined;
    body: readonly ({
      readonly query: string;
      readonly type?: 'curation' | undefined;
      readonly status: 'applied' | 'automated' | 'pending' | 'disabled' | 'rejected';
      readonly override_manual_curation?: boolean | undefined;
    })[];
    answer: {
      readonly results: readonly (CurationSuggestion | {
        readonly query: unknown;
        readonly type: unknown;
        readonly status: unknown;
        readonly errors: readonly string[];
      })[];
    };
  };
  /** Get the suggestion of a query. */
  getAdaptiveRelevanceSuggestions: {
    path: 'engine' | 'query';
    query: {
      readonly 'page[current]'?: number | undefined;
      readonly 'page[size]'?: number | undefined;
    };
    body: undefined;
    answer: {
      readonly meta: {
        readonly page: Page;
      };
      readonly results: readonly CurationSuggestion[];
    };
  };
  /** Get the suggestion of a query. */
  postgetAdaptiveRelevanceSuggestions: {
    path: 'engine' | 'query';
    query: undefined;
    body: {
      readonly filters?: {
        readonly status?: readonly ('applied' | 'automated' | 'pending' | 'disabled' | 'rejected')[] | undefined;
        readonly type?: 'curation' | undefined;
      } | undefined;
      readonly page?: {
        readonly current?: number | undefined;
        readonly size?: number | undefined;
      } | undefined;
    };
    answer: {
      readonly meta: {
        readonly page: Page;
      };
      readonly results: readonly CurationSuggestion[];
    };
  };
  /** Compute suggestions from the clicks until now, in the background. */
  refreshAdaptiveRelevanceUpdateProcess: {
    path: 'engine' | 'type';
    query: undefined;
    body: undefined;
    answer: {
      readonly process: {
        readonly type: 'curation';
      };
    };
  };
  /** List the keys of the account, by name. */
  listCredentials: {
    path: never;
    query: {
      readonly 'page[current]'?: number | undefined;
      readonly 'page[size]'?: number | undefined;
    };
    body: undefined;
    answer: {
      readonly meta: {
        readonly page: Page;
      };
      readonly results: readonly Credential[];
    };
  };
  /** Create a key. */
  createCredential: {
    path: never;
    query: undefined;
    body: CredentialChange;
    answer: Credential;
  };
  /** Create a key, or update the one of that name. */
  putCredential: {
    path: never;
    query: undefined;
    body: CredentialChange;
    answer: Credential;
  };
  /** Get a key by its name. */
  getCredential: {
    path: 'name';
    query: undefined;
    body: undefined;
    answer: Credential;
  };
  /** Update a key. */
  updateCredential: {
    path: 'name';
    query: undefined;
    body: CredentialChange;
    answer: Credential;
  };
  /** Delete a key. */
  deleteCredential: {
    path: 'name';
    query: undefined;
    body: undefined;
    answer: Deleted;
  };
  /** Give a key a new value. */
  rotateCredential: {
    path: 'name';
    query: undefined;
    body: {
      readonly overlap_seconds?: number | undefined;
    };
    answer: Credential;
  };
  /** List the revocations of signed search keys, newest first. */
  listRevocations: {
    path: never;
    query: {
      readonly 'page[current]'?: number | undefined;
      readonly 'page[size]'?: number | undefined;
    };
    body: undefined;
    answer: {
      readonly meta: {
        readonly page: Page;
      };
      readonly results: readonly Revocation[];
    };
  };
  /** Revoke signed search keys. */
  revokeSignedSearchKeys: {
    path: never;
    query: undefined;
    body: RevocationConditions;
    answer: Revocation;
  };
  /** Delete the revocation with exactly these conditions. */
  deleteRevocationByConditions: {
    path: never;
    query: undefined;
    body: RevocationConditions;
    answer: Deleted;
  };
  /** Delete a revocation. */
  deleteRevocation: {
    path: 'id';
    query: undefined;
    body: undefined;
    answer: Deleted;
  };
  /** Show what a signed search key permits, and why it is refused. */
  inspectSignedSearchKey: {
    path: never;
    query: undefined;
    body: {
      readonly token: string;
    };
    answer: SignedKeyInspection;
  };
}
