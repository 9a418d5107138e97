/** What a document must match at each precision, from 1. */
export { PRECISION_DESCRIPTIONS as PRECISIONS } from '../../../../src/search/precision.ts';
