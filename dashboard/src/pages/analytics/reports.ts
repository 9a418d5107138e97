/** The lists of analytics. Each is a report of the API with filters. */
export type ReportName = 'top-queries' | 'no-results' | 'with-clicks' | 'no-clicks' | 'top-clicks';

export interface Report {
  readonly name: ReportName;
  readonly title: string;
  readonly intro: string;
  /** Shown instead of an empty list. */
  readonly none: string;
  /** The report of the API: of queries, or of clicked documents. */
  readonly kind: 'queries' | 'clicks';
  readonly filters: Readonly<Record<string, boolean>>;
  /** Whether rows have a column of clicks besides the queries; others have links to improve the query. */
  readonly withClicks?: true;
}

export const REPORTS: Readonly<Record<ReportName, Report>> = {
  'top-queries': {
    name: 'top-queries',
    title: 'Top queries',
    intro: 'The most frequent queries.',
    none: 'No searches in this period.',
    kind: 'queries',
    filters: {},
    withClicks: true,
  },
  'no-results': {
    name: 'no-results',
    title: 'Queries without results',
    intro: 'Searches that found nothing. A synonym or a curation may help.',
    none: 'Every search in this period had results.',
    kind: 'queries',
    filters: { results: false },
  },
  'with-clicks': {
    name: 'with-clicks',
    title: 'Top queries with clicks',
    intro: 'The most frequent queries of which a result was clicked.',
    none: 'No clicks in this period.',
    kind: 'queries',
    filters: { clicks: true },
    withClicks: true,
  },
  'no-clicks': {
    name: 'no-clicks',
    title: 'Queries without clicks',
    intro: 'Searches with results of which none was clicked.',
    none: 'Every query with results has clicks.',
    kind: 'queries',
    filters: { results: true, clicks: false },
  },
  'top-clicks': {
    name: 'top-clicks',
    title: 'Top clicked documents',
    intro: 'The documents that were clicked most often.',
    none: 'No clicks in this period.',
    kind: 'clicks',
    filters: {},
  },
};

export const REPORT_LIST: readonly Report[] = Object.values(REPORTS);

export const isReportName = (name: string): name is ReportName => Object.hasOwn(REPORTS, name);
