import type { GroupPlan, Hit } from '../../src/index/plan.ts';
import { type Order, orderOf, type Ranked } from './order.ts';
import { compareValues, valuesOf } from './values.ts';

export const hitOf = ({ document, score }: Ranked): Hit => ({
  engineId: document.engineId,
  id: document.id,
  sequence: document.sequence,
  score,
});

/**
 * One hit per value of the field, in the order of their heads; documents without a value are in none, those with
 * several in each. Two groups with the same head come ascending by value.
 */
export function groupHits({ field, size, sort }: GroupPlan, found: readonly Ranked[], order: Order): Hit[] {
  const members = new Map<string | number, Ranked[]>();
  for (const ranked of found) {
    for (const value of new Set(valuesOf(ranked.document, field))) {
      members.set(value, [...(members.get(value) ?? []), ranked]);
    }
  }
  return [...members]
    .flatMap(([key, group]) => {
      const [head, ...others] = group.sort(orderOf([sort]));
      return head === undefined ? [] : [{ key, head, others: others.slice(0, size - 1).map(hitOf) }];
    })
    .sort((a, b) => order(a.head, b.head) || compareValues(a.key, b.key))
    .map(({ key, head, others }) => ({ ...hitOf(head), group: { key, others } }));
}
