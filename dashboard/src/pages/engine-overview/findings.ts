import type { EngineHealth } from '../../api/types.ts';
import { counted, number } from '../../parts/numbers.ts';
import { queryLabel } from '../curations/curations-query.ts';
import { type Finding, NAMED, named } from './finding.ts';
import { listedFindings } from './listed-findings.ts';

interface Context {
  readonly engine: string;
  /** The job whose conversion errors were dismissed on the Schema page. */
  readonly dismissed: number | null;
}

function failedConversions({ failed_conversions: { count, job } }: EngineHealth): Finding | undefined {
  if (count === 0 || job === null) return undefined;
  return {
    id: 'failed_conversions',
    kind: 'problem',
    title: `${counted(count, 'value')} could not be converted`,
    text: 'Null since the last type change. The original values are kept.',
    link: {
      label: 'Conversion errors',
      path: ['schema', 'failures'],
      query: `?job=${job}`,
      least: 'analyst',
    },
  };
}

/** As many as the server checks; see src/limits.ts. */
const CHECKED = 'Only the first 1,000 promoted documents were checked.';

function stalePromotions({ stale_promotions: stale }: EngineHealth): Finding | undefined {
  const { documents, curations, first, checked_all: checkedAll } = stale;
  const id = 'stale_promotions';
  if (documents === 0) {
    if (checkedAll) return undefined;
    return { id, kind: 'note', title: 'Not all promoted documents were checked', text: CHECKED };
  }
  const found = counted(documents, 'promoted document does not exist', 'promoted documents do not exist');
  const only = curations === 1 ? first[0] : undefined;
  const skipped = 'Searches skip missing documents. Curations for:';
  return {
    id,
    kind: 'problem',
    title: checkedAll ? found : `At least ${found}`,
    text: checkedAll ? skipped : `${CHECKED} ${skipped}`,
    ...named(
      first.map(({ query }) => queryLabel(query)),
      curations,
    ),
    link:
      only === undefined
        ? { label: 'Curations', path: ['curations'], least: 'editor' }
        : { label: 'Edit curation', path: ['curations', only.id], least: 'editor' },
  };
}

function searchesWithoutResults({ searches_without_results: found }: EngineHealth): Finding | undefined {
  if (found.count === 0) return undefined;
  return {
    id: 'searches_without_results',
    kind: 'note',
    title: `${counted(found.count, 'search', 'searches')} without results in the last 7 days`,
    text: 'A synonym or a curation may help. Most frequent queries:',
    names: found.first.slice(0, NAMED).map(({ term, queries }) => `${queryLabel(term)} (${number(queries)})`),
    link: {
      label: 'Queries without results',
      path: ['analytics', 'lists', 'no-results'],
      least: 'analyst',
    },
  };
}

function reindexing({ reindexing: { count, first } }: EngineHealth, engine: string): Finding | undefined {
  if (count === 0) return undefined;
  const text = 'Searches use the old types until it finishes.';
  if (first[0] === engine) {
    const link = { label: 'View progress', path: ['schema'], least: 'analyst' } as const;
    return { id: 'reindexing', kind: 'note', title: 'Reindexing', text, link };
  }
  const title = `${counted(count, 'source engine is', 'source engines are')} reindexing`;
  return { id: 'reindexing', kind: 'note', title, text, ...named(first, count) };
}

/** The lines of the health panel: problems first. */
export function findingsOf(health: EngineHealth, { engine, dismissed }: Context): readonly Finding[] {
  const isDismissed = dismissed !== null && health.failed_conversions.job === dismissed;
  const findings = [
    isDismissed ? undefined : failedConversions(health),
    stalePromotions(health),
    reindexing(health, engine),
    searchesWithoutResults(health),
    ...listedFindings(health),
  ].filter((finding) => finding !== undefined);
  return [
    ...findings.filter(({ kind }) => kind === 'problem'),
    ...findings.filter(({ kind }) => kind === 'note'),
  ];
}
