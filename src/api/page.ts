import { badRequest, errors } from '../errors.ts';
import type { PageRange } from '../store/port.ts';
import { parseNumber } from '../values/number-value.ts';

export interface PageRequest {
  readonly current: number;
  readonly size: number;
}

/** A whole number, sent as a number or a string; undefined if it was not sent. */
function wholeNumber(value: unknown, label: string, least: number): number | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const number = typeof value === 'string' ? parseNumber(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) throw errors.mustBe(label, 'an integer');
  if (number < least) throw badRequest(`${label} must be greater than or equal to ${least}`);
  return number;
}

/**
 * The requested page of a list. A size above `most` is silently capped, as in App Search. The Ruby client sends
 * `current_page` and `page_size`.
 */
export function parsePage(
  params: Readonly<Record<string, unknown>>,
  size: { readonly default: number; readonly most: number },
): PageRequest {
  const page = params.page ?? {};
  if (typeof page !== 'object' || Array.isArray(page)) throw errors.mustBe('Page', 'an object');
  const { current, size: asked } = page as Record<string, unknown>;
  return {
    current: wholeNumber(current ?? params.current_page, 'Page current', 1) ?? 1,
    size: Math.min(wholeNumber(asked ?? params.page_size, 'Page size', 1) ?? size.default, size.most),
  };
}

export const pageRange = ({ current, size }: PageRequest): PageRange => ({
  offset: (current - 1) * size,
  limit: size,
});

export const pageMeta = (page: PageRequest, total: number) => ({
  current: page.current,
  total_pages: Math.ceil(total / page.size),
  total_results: total,
  size: page.size,
});

/** A list response: `meta.page` and `results`. */
export const listAnswer = (page: PageRequest, total: number, results: readonly unknown[]) => ({
  meta: { page: pageMeta(page, total) },
  results,
});
