import assert from 'node:assert/strict';
import type { Hit, SearchOutcome, SearchPlan, SortKey } from '../../src/index/plan.ts';

/** How far two scores may be apart, relative to the larger. */
const TOLERANCE = 1e-5;

/** Scores from here on are those of promoted documents: exact, though they are close to each other. */
const PROMOTED = 2 ** 126;

export function isNear(a: number, b: number): boolean {
  const larger = Math.max(Math.abs(a), Math.abs(b));
  return a === b || (larger < PROMOTED && Math.abs(a - b) <= TOLERANCE * larger);
}

const usesScore = (keys: readonly SortKey[]): boolean =>
  keys.length === 0 || keys.some(({ kind }) => kind === 'score');

/**
 * Asserts that two adapters found the same: totals and facets exactly, ids in the same order with scores within the
 * tolerance, and the same groups.
 *
 * Order is free only where scores decide it and are near each other without being equal on both sides: there rounding
 * may tell them apart in one adapter and not in the other. For the same reason a hit may cross the edge of a page if
 * its score is near the one at the edge and not equal to it. With the plan, lists that no score orders are held to their exact order, and
 * their scores, which no answer shows, are not compared.
 */
export function assertSameOutcome(actual: SearchOutcome, expected: SearchOutcome, plan?: SearchPlan): void {
  assert.equal(actual.total, expected.total, 'total');
  assert.deepEqual(actual.facets, expected.facets, 'facets');
  const byScore = plan === undefined || usesScore(plan.sort);
  const groupsByScore = plan === undefined || (plan.group !== null && usesScore([plan.group.sort]));
  // A group has its head by its own order and its place by the plan's.
  assertSameList(actual.hits, expected.hits, byScore || groupsByScore, rowKey);
  const twins = new Map(expected.hits.map((hit) => [rowKey(hit), hit]));
  for (const hit of actual.hits) {
    const twin = twins.get(rowKey(hit));
    if (twin === undefined) continue;
    assert.equal(hit.group?.key, twin.group?.key, `group of ${hit.id}`);
    if (hit.group !== undefined) assertSameList(membersOf(hit), membersOf(twin), groupsByScore, documentKey);
  }
}

/** What a row stands for: its document, or the value of its group. */
const rowKey = (hit: Hit): unknown => (hit.group === undefined ? documentKey(hit) : hit.group.key);
const documentKey = ({ engineId, id }: Hit): string => `${engineId} ${id}`;
const membersOf = (hit: Hit): Hit[] => [hit, ...(hit.group?.others ?? [])];

function assertSameList(
  actual: readonly Hit[],
  expected: readonly Hit[],
  byScore: boolean,
  key: (hit: Hit) => unknown,
): void {
  const shown = (hits: readonly Hit[]) => hits.map((hit) => ({ key: key(hit), score: hit.score }));
  const lists = `\nactual ${JSON.stringify(shown(actual))}\nexpected ${JSON.stringify(shown(expected))}`;
  if (!byScore) {
    assert.deepEqual(actual.map(identity), expected.map(identity), `hits${lists}`);
    return;
  }
  assert.equal(actual.length, expected.length, `number of hits${lists}`);
  assert.equal(new Set(actual.map(key)).size, actual.length, `a hit came twice${lists}`);

  const places = new Map(expected.map((hit, index) => [key(hit), index]));
  const known = actual.flatMap((hit) => {
    const place = places.get(key(hit));
    const twin = place === undefined ? undefined : expected[place];
    if (place === undefined || twin === undefined) {
      const edges = [expected[0], expected.at(-1)];
      assert(
        edges.some((edge) => edge !== undefined && edge.score !== hit.score && isNear(edge.score, hit.score)),
        `unexpected hit ${key(hit)}${lists}`,
      );
      return [];
    }
    assert(isNear(hit.score, twin.score), `score of ${key(hit)}${lists}`);
    // Two documents with near scores may take turns as the head of a group, and the group's place goes with its head.
    if (documentKey(hit) !== documentKey(twin)) return [];
    assert.equal(hit.sequence, twin.sequence, `sequence of ${hit.id}`);
    return [{ place, hit, twin }];
  });
  for (const [index, later] of known.entries()) {
    for (const earlier of known.slice(0, index)) {
      if (earlier.place < later.place) continue;
      const isExactTie = earlier.hit.score === later.hit.score && earlier.twin.score === later.twin.score;
      const isFree = isNear(earlier.twin.score, later.twin.score) && !isExactTie;
      assert(isFree, `${key(earlier.hit)} before ${key(later.hit)}${lists}`);
    }
  }
}

const identity = ({ engineId, id, sequence, group }: Hit) => ({ engineId, id, sequence, key: group?.key });
