import type { Hit } from '../plan.ts';
import type { SortValue } from './sorts.ts';

/** What a request for hits asks for of each document. */
export const HIT_FIELDS = { stored_fields: '_none_', docvalue_fields: ['id', 'e', 'q'] } as const;

export interface OpenSearchHit {
  readonly _score: number | null;
  readonly fields?: {
    readonly id?: readonly string[];
    readonly e?: readonly number[];
    readonly q?: readonly number[];
  };
  readonly sort?: readonly SortValue[];
}

export function hitOf({ _score, fields }: OpenSearchHit): Hit {
  return {
    engineId: fields?.e?.[0] ?? 0,
    id: fields?.id?.[0] ?? '',
    sequence: fields?.q?.[0] ?? 0,
    // Scores are written with the digits that tell them from other floats.
    score: Math.fround(_score ?? 0),
  };
}
