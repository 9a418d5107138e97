import { ApiError, badRequest, errors } from '../errors.ts';
import { limits } from '../limits.ts';
import { written } from '../search/option-error.ts';

const number = new Intl.NumberFormat('en-US');
const GRADES = `an integer from 0 to ${limits.highestGrade}`;

/** What is wrong with one judgement of a list; `at` counts from 1. */
export const judgementTexts = {
  notAnObject: (at: number): string => `Judgement ${at} must be an object`,
  unknownKey: (at: number, key: string): string => `Judgement ${at} contains invalid key: ${written(key)}`,
  badQuery: (at: number): string => `Judgement ${at}: query must be a string`,
  longQuery: (at: number): string =>
    `Judgement ${at}: query cannot be longer than ${limits.judgedQueryLength} characters`,
  badDocument: (at: number): string => `Judgement ${at}: document_id must be a non empty string`,
  longDocument: (at: number, most: number): string =>
    `Judgement ${at}: document_id cannot be longer than ${most} characters`,
  badGrade: (at: number): string => `Judgement ${at}: grade must be ${GRADES}`,
  repeated: (at: number, before: number): string =>
    `Judgement ${at} has the query and the document of judgement ${before}`,
} as const;

export const relevanceErrors = {
  notAList: (): ApiError => errors.mustBe('Judgements', 'a non empty array of objects'),
  tooMany: (): ApiError =>
    badRequest(`Cannot exceed ${number.format(limits.judgementsPerRequest)} judgements in a single request`),
  tooManyInEngine: (): ApiError =>
    badRequest(`Cannot exceed ${number.format(limits.judgements)} judgements in an engine`),
  tooManyQueries: (): ApiError =>
    badRequest(`Cannot exceed ${number.format(limits.judgedQueries)} judged queries in an engine`),
  badQuery: (): ApiError => errors.mustBe('Query', 'a string'),
  unclearDeletion: (): ApiError =>
    badRequest('Name what to delete: `judgements`, all judgements of a `query`, or `all`: true'),

  unknownClickOption: (name: string): ApiError =>
    badRequest(`Judgements from clicks contain invalid key: ${written(name)}`),
  notWithin: (label: string, most: number): ApiError =>
    errors.mustBe(label, `an integer between 1 and ${number.format(most)}`),

  unknownOption: (name: string): ApiError => badRequest(`Evaluation contains invalid key: ${written(name)}`),
  badDepth: (): ApiError => errors.mustBe('K', `an integer between 1 and ${limits.evaluatedResults.most}`),
  badSettings: (): ApiError => errors.mustBe('Settings', 'an object'),
  badSynonyms: (): ApiError => errors.mustBe('Synonyms', 'an array of synonym sets'),
  badQueries: (): ApiError => errors.mustBe('Queries', 'a non empty array of strings'),
  tooLong: (): ApiError =>
    new ApiError(503, {
      errors: [
        'The evaluation took too long. Evaluate some of the judged queries at a time, with `queries`, or try again when the service has less to do.',
      ],
    }),
  nothingJudged: (): ApiError => badRequest('The engine has no judgements to evaluate'),
  notJudged: (queries: readonly string[]): ApiError =>
    badRequest(queries.map((query) => `Queries contains a query without judgements: ${written(query)}`)),
} as const;
