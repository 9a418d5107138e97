import { parseDryRun } from '../api/dry-run.ts';
import { badRequest, errors } from '../errors.ts';
import { isObject } from '../json/object.ts';
import { limits } from '../limits.ts';
import { scopedId } from '../meta-engines/scoped-id.ts';
import { isGiven, isLongerThan, type Options, wholeWithin } from '../search/option.ts';
import type { JudgementRecord } from '../store/port.ts';
import { queryKey } from '../tuning/query-key.ts';
import { storableText } from '../values/storable-text.ts';
import { judgementTexts, relevanceErrors } from './relevance-error.ts';

/** The query and the document of a judgement. */
export type JudgedPair = Pick<JudgementRecord, 'queryKey' | 'query' | 'documentId'>;

/** Which judgements to delete. */
export type JudgementDeletion =
  | { readonly kind: 'all' }
  | { readonly kind: 'query'; readonly queryKey: string }
  | { readonly kind: 'pairs'; readonly pairs: readonly JudgedPair[] };

/** How to make judgements from clicks. */
export interface ClickJudging {
  /** The days whose clicks count. */
  readonly days: number;
  /** The fewest clicks of a document. */
  readonly minClicks: number;
  readonly isDryRun: boolean;
}

const LONGEST_ID = limits.documentIdLength - 1;
const LONGEST_SCOPED_ID = LONGEST_ID + scopedId('x'.repeat(limits.engineNameLength), '').length;

/** Parses the judgements to set. All problems of all judgements are reported. */
export function parseJudgements(params: Options, hasScopedIds: boolean): readonly JudgementRecord[] {
  return readList(
    params.judgements,
    hasScopedIds,
    ['query', 'document_id', 'grade'],
    (item, pair, report) => {
      const grade = gradeOf(item.grade);
      if (grade === undefined) report(judgementTexts.badGrade);
      return { ...pair, grade: grade ?? 0, source: 'manual' };
    },
  );
}

/** Parses a deletion: of a list, of a query, or of everything, which must be said. */
export function parseJudgementDeletion(params: Options, hasScopedIds: boolean): JudgementDeletion {
  const { judgements, query, all } = params;
  const given = [judgements, query, all].filter(isGiven).length;
  if (given !== 1) throw relevanceErrors.unclearDeletion();
  if (isGiven(judgements)) {
    // Grades may be sent back; they do not matter here.
    const members = ['query', 'document_id', 'grade', 'source'];
    return { kind: 'pairs', pairs: readList(judgements, hasScopedIds, members, (_, pair) => pair) };
  }
  if (isGiven(query)) return { kind: 'query', queryKey: parseJudgedQuery(query) };
  if (all !== true && all !== 'true') throw relevanceErrors.unclearDeletion();
  return { kind: 'all' };
}

/** Parses the options of judgements from clicks; `dryRun` is that of the address. */
export function parseClickJudging(params: Options, dryRun: unknown): ClickJudging {
  const unknown = Object.keys(params).find((name) => name !== 'days' && name !== 'min_clicks');
  if (unknown !== undefined) throw relevanceErrors.unknownClickOption(unknown);
  const { days, minClicks } = limits.clickJudgements;
  return {
    days: numberIn(params.days, 'Days', days),
    minClicks: numberIn(params.min_clicks, 'Min clicks', minClicks),
    isDryRun: parseDryRun(dryRun),
  };
}

function numberIn(value: unknown, label: string, range: { readonly default: number; readonly most: number }) {
  if (!isGiven(value)) return range.default;
  const number = wholeWithin(value, 1, range.most);
  if (number === undefined) throw relevanceErrors.notWithin(label, range.most);
  return number;
}

/** The key of a query that a list is limited to; null if there is none. */
export const parseQueryFilter = ({ query }: Options): string | null =>
  isGiven(query) ? parseJudgedQuery(query) : null;

function parseJudgedQuery(value: unknown): string {
  if (typeof value !== 'string') throw relevanceErrors.badQuery();
  return queryKey(storableText(value));
}

type Report = (text: (at: number) => string) => void;

function readList<T>(
  list: unknown,
  hasScopedIds: boolean,
  members: readonly string[],
  read: (item: Options, pair: JudgedPair, report: Report) => T,
): readonly T[] {
  if (!isGiven(list)) throw errors.missingParameter('judgements');
  if (!Array.isArray(list) || list.length === 0) throw relevanceErrors.notAList();
  if (list.length > limits.judgementsPerRequest) throw relevanceErrors.tooMany();
  const messages: string[] = [];
  const seen = new Map<string, number>();
  const longest = hasScopedIds ? LONGEST_SCOPED_ID : LONGEST_ID;
  const records = list.map((item: unknown, index) => {
    const at = index + 1;
    const report: Report = (text) => messages.push(text(at));
    if (!isObject(item)) {
      report(judgementTexts.notAnObject);
      return undefined;
    }
    const unknown = Object.keys(item).find((name) => !members.includes(name));
    if (unknown !== undefined) report(() => judgementTexts.unknownKey(at, unknown));
    const pair = readPair(item, longest, report);
    const place = JSON.stringify([pair.queryKey, pair.documentId]);
    const before = seen.get(place);
    if (before === undefined) seen.set(place, at);
    else report(() => judgementTexts.repeated(at, before));
    return read(item, pair, report);
  });
  if (messages.length > 0) throw badRequest(messages);
  return records.filter((record) => record !== undefined);
}

function readPair({ query, document_id }: Options, longest: number, report: Report): JudgedPair {
  if (typeof query !== 'string') report(judgementTexts.badQuery);
  else if (isLongerThan(query, limits.judgedQueryLength)) report(judgementTexts.longQuery);
  const id = typeof document_id === 'number' ? String(document_id) : document_id;
  // No document has an id that cannot be stored.
  if (typeof id !== 'string' || id === '' || storableText(id) !== id) report(judgementTexts.badDocument);
  else if (isLongerThan(id, longest)) report((at) => judgementTexts.longDocument(at, longest));
  const text = typeof query === 'string' ? storableText(query) : '';
  return { queryKey: queryKey(text), query: text, documentId: typeof id === 'string' ? id : '' };
}

const gradeOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= limits.highestGrade
    ? value
    : undefined;
