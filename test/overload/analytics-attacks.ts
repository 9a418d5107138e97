import { limits } from '../../src/limits.ts';
import { MEDIUM } from './engines.ts';
import { beyond, many, NOTHING, type Request, within } from './expensive-request.ts';

const YEAR = { from: '2025-01-01', to: '2026-01-01' };
const tags = (count: number) => ({ tag: many(count, (at) => `t${at}`) });
const on = { engine: MEDIUM.name };

const LISTS: readonly Request[] = [
  within('a year', { filters: { date: YEAR }, page: { size: limits.analyticsResults.most } }, on),
  within('1,024 tags', { filters: { all: [tags(limits.filterValues), { date: YEAR }] } }, on),
  beyond('1,025 tags', { filters: tags(limits.filterValues + 1) }, on),
  beyond('33 filters', { filters: { all: many(limits.filterConditions + 1, () => tags(1)) } }, on),
];
export const COUNTS: readonly Request[] = [
  within('100 days', { filters: { date: { from: '2025-01-01', to: '2025-04-11' } } }, on),
  within(
    '100 hours of 1,024 tags',
    {
      interval: 'hour',
      filters: {
        all: [tags(limits.filterValues), { date: { from: '2025-01-01T00:00Z', to: '2025-01-05T04:00Z' } }],
      },
    },
    on,
  ),
  beyond('a year of days', { filters: { date: YEAR } }, on),
];

const SINCE = { date: { from: '2020-01-01', to: '2100-01-01' } };
const LOGS: readonly Request[] = [
  within('largest page', { filters: SINCE, page: { size: limits.apiLogPerPage.most } }, on),
  within('a text that no path has', { filters: SINCE, query: '%_'.repeat(1000) }, on),
  beyond('page 101', { filters: SINCE, page: { current: limits.searchPage + 1 } }, on),
];

export const ANALYTICS: Readonly<Record<string, readonly Request[]>> = {
  'GET /engines/:engine/analytics/queries': LISTS.slice(0, 1),
  'POST /engines/:engine/analytics/queries': LISTS,
  'GET /engines/:engine/analytics/clicks': LISTS.slice(0, 1),
  'POST /engines/:engine/analytics/clicks': LISTS,
  'GET /engines/:engine/analytics/counts': COUNTS.slice(0, 1),
  'POST /engines/:engine/analytics/counts': COUNTS,

  'GET /engines/:engine/logs/api': LOGS.slice(0, 1),
  'POST /engines/:engine/logs/api': LOGS,
  'GET /log_settings': NOTHING,
  'PUT /log_settings': [within('both on', { api: { enabled: true }, analytics: { enabled: true } })],
  'PATCH /log_settings': [within('nothing', {})],
  'DELETE /log_settings': NOTHING,
};
