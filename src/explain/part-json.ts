import type { ScorePart } from '../index/explanation.ts';
import type { IsVisible } from './visible-fields.ts';

/** The parts of a score. Those of fields that are not visible are one part, which has no details. */
export function partsJson(parts: readonly ScorePart[], isVisible: IsVisible): object[] {
  const shown: object[] = [];
  let hidden = 0;
  for (const part of parts) {
    if (part.kind === 'term' && !isVisible(part.field)) hidden += part.score;
    else shown.push(partJson(part));
  }
  if (hidden !== 0) shown.push({ kind: 'other fields', score: hidden });
  return shown;
}

function partJson(part: ScorePart): object {
  if (part.kind === 'boost') {
    const { field, kind, operation, factor } = part.boost;
    return { kind: 'boost', field, type: kind, operation, factor, score: part.score };
  }
  if (part.kind !== 'term') return part;
  const { averageLength, fieldWeight, score, ...rest } = part;
  return { ...rest, average_length: averageLength, field_weight: fieldWeight, score };
}
