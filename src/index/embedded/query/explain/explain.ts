import type { Explanation, FilterVerdict, QueryVerdict, ScorePart } from '../../../explanation.ts';
import { type DocumentRef, EVERYTHING, type Operand, type SearchPlan } from '../../../plan.ts';
import type { Segment } from '../../segment/segment.ts';
import type { SegmentReader } from '../../snapshot/segment-reader.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { compileBoosts } from '../collect/boosts.ts';
import { curationsOf } from '../collect/curations.ts';
import { filterIn } from '../filters/engine-filter.ts';
import { compileFilter } from '../filters/filter.ts';
import { searchSteps } from '../search.ts';
import { explainPlain } from './explain-plain.ts';

/** An explanation without the place among the other documents. */
export type ExplainedDocument = Omit<Explanation, 'position' | 'total'>;

interface ExplainedQuery {
  readonly verdict: QueryVerdict;
  readonly parts: readonly ScorePart[];
}

const verdictOf = (matches: boolean): QueryVerdict => ({
  matches,
  terms: [],
  needed: 0,
  found: 0,
  inOneField: false,
});

const NOT_FOUND: ExplainedDocument = {
  isFound: false,
  curation: null,
  filter: { filter: EVERYTHING, passes: false, of: [] },
  query: verdictOf(false),
  score: null,
  parts: [],
};

/** Explains how a plan treats one document. It yields. */
export function* explainSteps(
  snapshot: Snapshot,
  plan: SearchPlan,
  ref: DocumentRef,
): Generator<void, ExplainedDocument> {
  const place = placeOf(snapshot, ref);
  if (place === undefined) return NOT_FOUND;
  const { number, doc } = place;
  const { segment } = snapshot.readers[number] as SegmentReader;
  const filter = yield* filterVerdict(plan.filter, ref.engineId, segment, doc);
  const curations = yield* curationsOf(snapshot, plan);
  const promotion = curations[number]?.promoted.find((promoted) => promoted.doc === doc);
  const isHidden = promotion === undefined && curations[number]?.excluded.includes(doc) === true;
  const { verdict, parts } = yield* explainQuery(snapshot, plan, ref, number, doc);
  const explained = { isFound: true, filter, query: verdict };
  if (promotion !== undefined) {
    const rank = plan.promoted.findIndex(({ engineId, id }) => engineId === ref.engineId && id === ref.id);
    const { score } = promotion;
    return { ...explained, curation: 'promoted', score, parts: [{ kind: 'promotion', rank, score }] };
  }
  const all = verdict.matches ? [...parts, ...(yield* boostParts(plan, segment, doc, parts))] : [];
  return {
    ...explained,
    curation: isHidden ? 'hidden' : null,
    score: verdict.matches ? sumOf(all) : null,
    parts: all,
  };
}

const sumOf = (parts: readonly ScorePart[]): number => parts.reduce((sum, { score }) => sum + score, 0);

function placeOf(
  snapshot: Snapshot,
  { engineId, id }: DocumentRef,
): { number: number; doc: number } | undefined {
  for (const [number, reader] of snapshot.readers.entries()) {
    if (snapshot.engineOf(number) !== engineId) continue;
    const doc = reader.segment.docWithId(id);
    if (doc >= 0 && reader.isLive(doc)) return { number, doc };
  }
  return undefined;
}

function* filterVerdict(
  filter: SearchPlan['filter'],
  engineId: number,
  segment: Segment,
  doc: number,
): Generator<void, FilterVerdict> {
  const of: FilterVerdict[] = [];
  if ('of' in filter)
    for (const part of filter.of) of.push(yield* filterVerdict(part, engineId, segment, doc));
  const test = yield* compileFilter(filterIn(filter, engineId), segment);
  yield;
  return { filter, passes: test(doc), of };
}

function* explainQuery(
  snapshot: Snapshot,
  plan: SearchPlan,
  ref: DocumentRef,
  number: number,
  doc: number,
): Generator<void, ExplainedQuery> {
  const { query, fields, matching } = plan;
  if (query.kind === 'everything') return { verdict: verdictOf(true), parts: [{ kind: 'query', score: 1 }] };
  if (query.kind === 'plain') return yield* explainPlain(snapshot, query, fields, matching, number, doc);
  const score = yield* scoreOf(snapshot, plan, query, ref);
  if (score === undefined) return { verdict: verdictOf(false), parts: [] };
  const whole: ScorePart[] = [{ kind: 'query', score }];
  if (query.kind !== 'operators') return { verdict: verdictOf(true), parts: whole };
  const parts: ScorePart[] = [];
  for (const operand of [...query.required, ...query.wanted]) {
    const alone = yield* scoreOf(snapshot, plan, onlyWanted(operand), ref);
    if (alone !== undefined) parts.push({ kind: 'operand', text: operand.text, score: alone });
  }
  // Alone, an operand of stop words is not dropped.
  const isSum = Math.abs(sumOf(parts) - score) <= 1e-9 * score;
  return { verdict: verdictOf(true), parts: isSum ? parts : whole };
}

const onlyWanted = (operand: Operand): SearchPlan['query'] => ({
  kind: 'operators',
  required: [],
  wanted: [operand],
  forbidden: [],
});

/** The score of a document for a query alone; undefined if it does not match. */
function* scoreOf(
  snapshot: Snapshot,
  plan: SearchPlan,
  query: SearchPlan['query'],
  { engineId, id }: DocumentRef,
): Generator<void, number | undefined> {
  const { hits } = yield* searchSteps(snapshot, {
    query,
    fields: plan.fields,
    matching: plan.matching,
    filter: {
      kind: 'all',
      of: [
        { kind: 'engine', engineIds: [engineId] },
        { kind: 'value', field: 'id', values: [id] },
      ],
    },
    boosts: [],
    sort: [],
    group: null,
    facets: [],
    promoted: [],
    hidden: [],
    offset: 0,
    limit: 1,
  });
  return hits[0]?.score;
}

/** What each boost adds; each is computed from the unboosted score. */
function* boostParts(
  { boosts }: SearchPlan,
  segment: Segment,
  doc: number,
  parts: readonly ScorePart[],
): Generator<void, ScorePart[]> {
  const score = sumOf(parts);
  const added: ScorePart[] = [];
  for (const boost of boosts) {
    const boosted = yield* compileBoosts([boost], segment);
    added.push({ kind: 'boost', boost, score: boosted(doc, score) - score });
  }
  return added;
}
