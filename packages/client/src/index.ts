/** Types of all requests and answers, made from the OpenAPI description. */
export type * as api from './api-types.ts';
export { entriesOf, FindlingClient } from './client.ts';
export type {
  DocumentPatch,
  ExportedDocument,
  Fields,
  NewDocument,
  ShownDocument,
  Value,
} from './documents.ts';
export { Engine, type SuggestionOptions } from './engine.ts';
export { FindlingError } from './error.ts';
export type { ExportOptions, ExportProgress } from './export.ts';
export type { ImportOptions, ImportSource } from './import.ts';
export type { ImportReport, RefusedLine } from './import-report.ts';
export { linesOf } from './lines.ts';
export type { PageOptions } from './resources.ts';
export type {
  Boosts,
  Facets,
  Filters,
  Group,
  ResultFields,
  SearchAnswer,
  SearchedFields,
  SearchOptions,
  SearchQuery,
  SearchResult,
  Sort,
} from './search.ts';
export { type Restrictions, type SigningKey, signSearchKey } from './signed-key.ts';
export type { AnswerOf, CallOptions, ClientOptions, Input, OperationId } from './transport.ts';
