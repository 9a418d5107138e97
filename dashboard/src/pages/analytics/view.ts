import { DEFAULT_DAYS, isPeriod, lastDays, type Period, PRESETS } from './period.ts';

/** What the pages of analytics show: a period, and the events with a tag. All of it is in the URL. */
export interface View {
  readonly period: Period;
  /** The number of days if the period is one of the presets; empty for other dates. */
  readonly days: string;
  /** Empty for all events. */
  readonly tag: string;
  /** The query string that keeps the view on another page; with further parameters if given. */
  readonly search: (more?: Readonly<Record<string, string>>) => string;
}

/** Parameters of the URL; those that are empty are left out. */
export type ViewChange = Readonly<Partial<Record<'days' | 'from' | 'to' | 'tag', string>>>;

/** The view of a URL. Dates that are no period are ignored. */
export function viewOf(params: URLSearchParams, now: number): View {
  const of = (name: string): string => params.get(name) ?? '';
  const dates = { from: of('from'), to: of('to') };
  const preset = PRESETS.find(({ days }) => days === of('days'))?.days ?? DEFAULT_DAYS;
  const days = isPeriod(dates) ? '' : preset;
  const tag = of('tag');
  const search = (more: Readonly<Record<string, string>> = {}): string => {
    const kept = new URLSearchParams(more);
    if (days === '') {
      kept.set('from', dates.from);
      kept.set('to', dates.to);
    } else if (days !== DEFAULT_DAYS) kept.set('days', days);
    if (tag !== '') kept.set('tag', tag);
    return kept.size === 0 ? '' : `?${kept}`;
  };
  return { period: days === '' ? dates : lastDays(Number(days), now), days, tag, search };
}
