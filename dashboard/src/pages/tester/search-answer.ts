import type { PageMeta } from '../../api/types.ts';

/** A result: `_meta` and fields by name. */
export type Result = Readonly<Record<string, ResultField>> & {
  readonly _meta: { readonly id: string; readonly score: number | null };
};

/** In a meta engine the id of `_meta` is that of the source, which two documents may share. */
export const idOf = (result: Result): string => String(result.id?.raw ?? result._meta.id);

export interface ResultField {
  readonly raw?: unknown;
  readonly snippet?: string | null;
}

export interface FacetValue {
  readonly value: string | number;
  readonly count: number;
}

export interface SearchAnswer {
  readonly meta: { readonly page: PageMeta; readonly warnings: readonly string[] };
  readonly results: readonly Result[];
  readonly facets?: Readonly<Record<string, ReadonlyArray<{ readonly data: readonly FacetValue[] }>>>;
}
