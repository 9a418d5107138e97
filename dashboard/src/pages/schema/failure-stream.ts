import { ndjsonValues } from '../../api/ndjson.ts';
import type { Failure } from './schema-queries.ts';

/** The server's report as an NDJSON stream of any length. */
export { ndjsonAnswer as reportAnswer } from '../../api/ndjson.ts';

/** Yields the errors one by one, without buffering the whole report. */
export const failuresOf = (answer: Response): AsyncGenerator<Failure> => ndjsonValues<Failure>(answer);
