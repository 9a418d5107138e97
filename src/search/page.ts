import { limits } from '../limits.ts';
import { isGiven, numberOf, objectOf } from './option.ts';
import { optionErrors } from './option-error.ts';

/** The requested page of results. Pages count from 1; a size of 0 returns counts only. */
export interface SearchPage {
  readonly current: number;
  readonly size: number;
}

export const FIRST_PAGE: SearchPage = { current: 1, size: limits.searchResultsPerPage.default };

export function parseSearchPage(value: unknown): SearchPage {
  const { current, size } = objectOf('Page', value);
  return {
    current: wholeNumber('Page current', current, FIRST_PAGE.current, 1, limits.searchPage),
    size: wholeNumber('Page size', size, FIRST_PAGE.size, 0, limits.searchResultsPerPage.most),
  };
}

function wholeNumber(option: string, value: unknown, fallback: number, least: number, most: number): number {
  if (!isGiven(value)) return fallback;
  const number = numberOf(value);
  if (number === undefined || !Number.isInteger(number)) throw optionErrors.mustBe(option, 'an integer');
  if (number < least) throw optionErrors.tooSmall(option, least);
  if (number > most) throw optionErrors.tooLarge(option, most);
  return number;
}

/** Only the first 10,000 results can be reached; later pages are empty. */
export const isBeyondReach = ({ current, size }: SearchPage): boolean =>
  current * size > limits.searchResults;

/** The content of `meta.page`. */
export function pageMeta(page: SearchPage, found: number) {
  const { current, size } = page;
  const total = isBeyondReach(page) ? 0 : Math.min(found, limits.searchResults);
  const pages = size === 0 ? 1 : Math.ceil(total / size);
  return { current, total_pages: pages, total_results: total, size };
}
