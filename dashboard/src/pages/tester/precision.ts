/** What each precision asks of a document, from 1 on. */
export { PRECISION_DESCRIPTIONS as PRECISIONS } from '../../../../src/search/precision.ts';
