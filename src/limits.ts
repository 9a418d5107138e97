/** Every limit of a request, in one place. The messages that name them are in `errors.ts`. */
export const limits = {
  schemaFields: 64,
  fieldNameLength: 64,
  engineNameLength: 64,
  keyNameLength: 64,
  accountNameLength: 64,
  enginesPerAccount: 5000,
  keysPerAccount: 10_000,
  keyDescriptionLength: 256,
  /** Revocations of signed search keys in an account, and the characters of a `jti` or `sub` in one. */
  revocations: 10_000,
  revokedClaimLength: 512,
  /** How long the previous value of a rotated key stays valid, in seconds. */
  rotationOverlap: { default: 86_400, most: 30 * 86_400 },
  /** The largest rate limit of a key: requests per second, and at once. */
  keyRate: 10_000,
  /** Engine names in the scope of a key. */
  scopeEngines: 1000,
  /** UTF-8 bytes of an engine's `index_create_settings_override` as JSON. */
  createSettingsBytes: 16_384,
  /** Exclusive: an id must be shorter. */
  documentIdLength: 800,
  /** UTF-8 bytes of one document's JSON. */
  documentBytes: 102_400,
  /** Bytes of a request body by kind of route, as sent and after decompression. */
  bodies: {
    /** Routes that need neither key nor session: sign-in, set-up, health. */
    open: 16_384,
    /** Engines, schemas, keys, people, and requests that have no body or only `page` in it. */
    settings: 65_536,
    search: 262_144,
    /** Reading and deleting documents, curations: has room for 100 ids of maximum length with every character escaped. */
    ids: 1_048_576,
    /** Creating and changing documents, as in App Search. */
    documents: 10_485_760,
  },
  /** Bytes up to which a body is always read: its connection takes more memory. */
  tinyBody: 4096,
  /** Bytes or characters beyond which a body counts as large. Large ones are parsed outside of the main thread. */
  smallBody: 65_536,
  /** Objects, arrays and members in a large body that is not one of documents. */
  largeBodyParts: 16_384,
  /** Members of one object in a body that is neither one of documents nor a schema. */
  bodyMembers: 1024,
  /** Requests of one connection that wait for the response to an earlier one before the connection is paused. */
  pipelinedRequests: 16,
  /**
   * Requests that run and that wait, and responses that are sent as streams: in total, of one account, of one key, of one
   * client address.
   */
  admission: {
    running: [128, 96, 64, 16],
    waiting: [1024, 768, 512, 256],
    streaming: [64, 48, 32, 16],
    /** The longest wait, in milliseconds. */
    waitingTime: 10_000,
  },
  /** How much of a body over the limit is still read, so that the client receives the response. */
  discardedBytes: 4 * 10_485_760,
  /** Parameters in the query string of an address: parsed on the main thread, also for callers without a key. */
  addressParameters: 1000,
  /** Levels of arrays and objects in a request body. */
  bodyDepth: 100,
  /** Bytes of one header line. */
  headerBytes: 65_536,
  /** Messages in one list of errors: those of a request, of one search of several, or of one document. */
  messages: 32,
  documentsPerRequest: 100,
  listedDocuments: 10_000,
  /**
   * Imports of lines: those that run at once (in total, of one account, of one key, of one client address), bytes of one
   * line, bytes of all bodies' memory that an import counts as, and milliseconds that it waits for a line.
   */
  imports: {
    running: [16, 12, 8, 4],
    lineBytes: 1_048_576,
    memory: 8 * 1_048_576,
    waitingTime: 60_000,
  },
  /** How long a deletion by filter may take, in milliseconds, and ids that its dry run shows. */
  deletion: { time: 30_000, shownIds: 10 },
  /** Exports that run at once: in total, of one account, of one key, of one client address. Each holds a snapshot. */
  exports: [8, 6, 4, 4],
  /** How long an export may take, in milliseconds: meanwhile the write-ahead log of the store cannot be truncated. */
  exportTime: 1_800_000,
  /** Changes of an engine after which an export can no longer be resumed. */
  exportChanges: 100_000,
  enginesPerPage: 25,
  credentialsPerPage: { default: 25, most: 100 },
  documentsPerPage: 100,
  failuresPerPage: 100,
  searchResultsPerPage: { default: 10, most: 1000 },
  searchPage: 100,
  searchResults: 10_000,
  /**
   * `elasticsearch/_search`: queries in one request and their levels, words of one text and of all, the largest boost and
   * slop, words that a fuzzy one stands for, names in `_source`, the default of `size`, and how many responses with more
   * hits than a small page are sent at once: in all, of an account, of a key and of an address.
   */
  elasticsearch: {
    clauses: 1024,
    depth: 20,
    wordsOfText: 64,
    words: 32_768,
    boost: 1_000_000,
    slop: 20,
    expansions: { default: 50, most: 1000 },
    sourcePatterns: 256,
    size: 10,
    smallPage: 1000,
    largePages: [6, 4, 3, 3],
  },
  /** Default maximum length of a query, in characters. */
  queryLength: 128,
  filterConditions: 32,
  filterValues: 1024,
  /** Distances in the filters of a request: unlike values and ranges, each is a test of its own. */
  filterDistances: 256,
  filterDepth: 5,
  facetValues: { default: 10, most: 250 },
  facets: 128,
  facetRanges: 250,
  /** Ranges in all facets of a search, and facets of distances, each of which is computed for every document. */
  allFacetRanges: 2048,
  facetDistances: 32,
  /** Length of the name of a facet or range, in characters. */
  facetNameLength: 64,
  sortFields: 10,
  groupSize: 10,
  boosts: 32,
  boostFactor: 10,
  fieldWeight: 10,
  /** Length of a raw value or snippet, in characters: accepted range, minimum that messages state, default of snippets. */
  resultSize: { least: 15, stated: 20, most: 1000, snippet: 100 },
  /** Time limit for rendering a response, in milliseconds. */
  renderingTime: 30_000,
  tags: 16,
  tagLength: 64,
  searchesPerRequest: 10,
  suggestions: { default: 10, most: 20 },
  /** Maximum words of a suggestion, and documents that suggestions are taken from. */
  suggestionWords: 4,
  /** Maximum length of a suggestion, in characters: that of a query, which a suggestion becomes. */
  suggestionLength: 128,
  suggestionDocuments: 200,
  /** Synonym sets of an engine, terms of a set, and characters of a term. */
  synonymSets: 256,
  synonymTerms: { least: 2, most: 32 },
  synonymLength: 128,
  /** Curations of an engine, queries and documents (promoted, hidden) of a curation, and characters of a query. */
  curations: 2000,
  curationQueries: 100,
  curatedDocuments: 50,
  curationQueryLength: 128,
  /** Page size of lists of synonym sets, curations and versions of a configuration. */
  tuningPerPage: 25,
  sourceEngines: 15,
  /**
   * UTF-8 bytes of the search settings, synonym sets and curations of an engine as JSON: each change records all of them
   * as a version, and one request can send them back.
   */
  tuningBytes: 1_000_000,
  /** Versions of an engine's configuration that are kept. */
  configurationVersions: 50,
  /**
   * Judgements: of one engine, the queries they are about, in one request, in a page, characters of a query, the highest
   * grade.
   */
  judgements: 10_000,
  judgedQueries: 2000,
  judgementsPerRequest: 1000,
  judgementsPerPage: { default: 100, most: 1000 },
  judgedQueryLength: 128,
  highestGrade: 3,
  /** Judgements from clicks: the days whose clicks count, and the fewest clicks of a document. */
  clickJudgements: { days: { default: 30, most: 180 }, minClicks: { default: 5, most: 1_000_000 } },
  /**
   * Evaluations: how many results of a query count, milliseconds of one evaluation, and entries in its lists of moved
   * queries and of missing documents.
   */
  evaluatedResults: { default: 10, most: 100 },
  evaluationTime: 60_000,
  evaluationEntries: 100,
  /** Results of a page of analytics, and buckets of counts. */
  analyticsResults: { default: 10, most: 1000 },
  analyticsBuckets: 100,
  /** Tags that the dashboard offers as filters. */
  analyticsTags: 100,
  /** The newest searches that the dashboard shows. */
  recentSearches: 10,
  /** Characters of a query in analytics; longer ones are cut. */
  analyticsTermLength: 1000,
  /**
   * Entries of a page of the API log; bytes of a body in it, bytes of documents that are written, and characters of a
   * User-Agent header.
   */
  apiLogPerPage: { default: 10, most: 100 },
  loggedBody: 16_384,
  loggedDocuments: 2048,
  loggedUserAgent: 512,
  /** First hits of a search whose positions are known when one of them is clicked. */
  positionedHits: 20,
  /**
   * Adaptive relevance: the most days of clicks, clicks of a document and units between two runs; suggestions of an
   * engine, in a page, and changes of them in one request; pairs of query and clicked document that are compared.
   */
  adaptiveRelevance: { timeframe: 180, minClicks: 1_000_000, scheduleFrequency: 1000 },
  curationSuggestions: 2000,
  suggestionsPerPage: { default: 10, most: 100 },
  suggestionChanges: 100,
  clickedDocuments: 10_000,
  /** Maximum length of the request id of a click, in characters. */
  requestIdLength: 255,
  /**
   * How long a schema change waits for its reindex job before it responds, in milliseconds: on an index of the node's
   * own, and on a shared one, where the job of an empty engine takes a second.
   */
  reindexWait: { own: 500, shared: 5000 },
  /**
   * How long a request waits for a change that this node does not show yet, and a write for an index elsewhere; in
   * milliseconds.
   */
  sequenceWait: 5000,
  keptJobs: 10,
  /** Samples per reason and field in the result of a dry run. */
  dryRunSamples: 10,
  /** Maximum length of a value in a report, in characters. */
  reportedValueLength: 1024,
  personNameLength: 64,
  emailLength: 254,
  /** Length of a password, in characters. */
  passwordLength: { least: 12, most: 256 },
  /** Idle time of a session, lifetime of an invitation and of a password reset link; in milliseconds. */
  sessionIdle: 12 * 3_600_000,
  invitationLife: 7 * 86_400_000,
  resetLife: 3_600_000,
  /** Wrong passwords before the first delay, and the maximum delay, in seconds. */
  freeAttempts: 5,
  longestWait: 60,
  auditLines: 50_000,
  auditPerPage: { default: 25, most: 100 },
  /** Health of an engine: entries in a list, and promoted documents that are looked up. */
  health: { entries: 10, promotedDocuments: 1000 },
  /** Page size of the dashboard's engine list. */
  listedEngines: { default: 25, most: 1000 },
} as const;
