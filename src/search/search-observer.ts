import type { EngineCall } from '../api/route.ts';
import type { JsonText } from '../json/json-text.ts';
import type { Options } from './option.ts';

/** A page of results as it was answered, without its documents. */
export interface ShownPage {
  /** The ids of the first results. */
  readonly documentIds: readonly string[];
  /** The answer with an empty list of results. */
  readonly answer: JsonText;
}

/** Follows one search until it is answered. */
export interface SearchObservation {
  found(page: ShownPage): void;
  /** The search was refused or failed. */
  failed(error: unknown): void;
}

/** Follows some of the searches with a key. */
export interface SearchObserver {
  /** Undefined for a search that it does not follow. */
  observe(call: EngineCall, options: Options): SearchObservation | undefined;
}
