/** Every number a request can run into, in one place. The messages that name them stand in `errors.ts`. */
export const limits = {
  schemaFields: 64,
  fieldNameLength: 64,
  engineNameLength: 64,
  keyNameLength: 64,
  accountNameLength: 64,
  /** An id has to be shorter than this. */
  documentIdLength: 800,
  /** UTF-8 bytes of one document's JSON. */
  documentBytes: 102_400,
  /** Bytes of a request body, as sent and after decompression. */
  bodyBytes: 10_485_760,
  /** How far a body over the limit is read on, so that the sender gets to see the answer. */
  discardedBytes: 4 * 10_485_760,
  /** Levels of arrays and objects in a request body. */
  bodyDepth: 100,
  /** Bytes of one header line. */
  headerBytes: 65_536,
  documentsPerRequest: 100,
  listedDocuments: 10_000,
  enginesPerPage: 25,
  credentialsPerPage: { default: 25, most: 100 },
  documentsPerPage: 100,
  failuresPerPage: 100,
  searchResultsPerPage: { default: 10, most: 1000 },
  searchPage: 100,
  searchResults: 10_000,
  /** Characters of a query unless the setting says otherwise. */
  queryLength: 128,
  filterConditions: 32,
  filterValues: 1024,
  filterDepth: 5,
  facetValues: { default: 10, most: 250 },
  facets: 128,
  facetRanges: 250,
  sortFields: 10,
  groupSize: 10,
  boosts: 32,
  boostFactor: 10,
  fieldWeight: 10,
  /** Characters of a raw or snippet: what is accepted, what messages state, and the default of snippets. */
  resultSize: { least: 15, stated: 20, most: 1000, snippet: 100 },
  /** How long the rendering of an answer may take, in milliseconds. */
  renderingTime: 30_000,
  tags: 16,
  tagLength: 64,
  searchesPerRequest: 10,
  suggestions: { default: 10, most: 20 },
  /** Words of a suggestion, and documents that suggestions are made from. */
  suggestionWords: 4,
  suggestionDocuments: 200,
  /** Characters of a request id that a click names. */
  requestIdLength: 255,
  /** How long the poster of a schema change waits for its reindex job, in milliseconds. */
  reindexPatience: 500,
  keptJobs: 10,
  /** Samples that a dry run shows per reason and field. */
  dryRunSamples: 10,
  /** Characters of a value that a report shows. */
  reportedValueLength: 1024,
  personNameLength: 64,
  emailLength: 254,
  /** Characters of a person's password. */
  passwordLength: { least: 12, most: 256 },
  /** How long a session lasts without a request, an invitation, and a link for a new password; in milliseconds. */
  sessionIdle: 12 * 3_600_000,
  invitationLife: 7 * 86_400_000,
  resetLife: 3_600_000,
  /** Wrong passwords in a row before one has to wait, and the longest wait, in seconds. */
  freeAttempts: 5,
  longestWait: 60,
  auditLines: 50_000,
  auditPerPage: { default: 25, most: 100 },
  /** Engines in one page of the dashboard's list. */
  listedEngines: { default: 25, most: 1000 },
} as const;
