import { pageOf } from '../addresses.ts';
import type { EngineItem, Role } from '../api/types.ts';
import { ENGINE_ENTRIES } from '../routes.ts';
import { reaches } from '../session.ts';
import type { FinderEntry, RankedEntry } from './finder-entry.ts';
import { type Findable, rankOf, rankOfBoth } from './finder-match.ts';
import { pathOf } from './path-of.ts';

interface Search {
  readonly words: readonly string[];
  readonly account: string;
  readonly role: Role;
  readonly engines: readonly EngineItem[];
  /** The engine of the current page. */
  readonly current: string | undefined;
  readonly navigate: (address: string) => void;
}

/** Engines whose page is offered if neither the query nor the current page names one. */
const OFFERED = 5;

interface EngineTarget extends Findable {
  readonly group: FinderEntry['group'];
  readonly least?: Role;
  readonly address: (account: string, engine: string) => string;
  /** Whether meta engines have it. */
  readonly isForMeta: boolean;
}

const TARGETS: readonly EngineTarget[] = [
  ...ENGINE_ENTRIES.map(({ path, nav, least }) => ({
    group: 'Pages' as const,
    label: nav?.label ?? path,
    keywords: nav?.keywords ?? [],
    ...(least !== undefined && { least }),
    address: (account: string, engine: string) => pathOf(path, { account, engine }),
    isForMeta: true,
  })),
  {
    group: 'Actions',
    label: 'Import documents',
    keywords: ['add', 'upload', 'csv', 'json', 'file'],
    least: 'editor',
    address: (account, engine) => pageOf.engine(account, engine, 'import'),
    isForMeta: false,
  },
  {
    group: 'Actions',
    label: 'Test a query',
    keywords: ['search', 'try'],
    address: (account, engine) => `${pageOf.engine(account, engine)}?test=on`,
    isForMeta: true,
  },
];

/**
 * Pages and actions of engines: those of the current engine, and those of engines that the query names. Without a current
 * engine, those of the first engines.
 */
export function ofEngines({ words, account, role, engines, current, navigate }: Search): RankedEntry[] {
  const pages = TARGETS.filter(({ least = 'analyst' }) => reaches(role, least));
  const implied =
    current !== undefined
      ? [current]
      : words.length === 0
        ? []
        : engines.slice(0, OFFERED).map(({ name }) => name);
  const names = new Set([...implied, ...engines.map(({ name }) => name)]);
  const metas = new Set(engines.filter(({ type }) => type === 'meta').map(({ name }) => name));
  return [...names].flatMap((engine) =>
    pages.flatMap((page) => {
      if (!page.isForMeta && metas.has(engine)) return [];
      const rank =
        (implied.includes(engine) ? rankOf(words, page) : undefined) ?? rankOfBoth(words, page, engine);
      if (rank === undefined) return [];
      const address = page.address(account, engine);
      const { group, label } = page;
      const entry: FinderEntry = {
        id: `${group} ${address}`,
        group,
        label,
        of: engine,
        run: () => navigate(address),
      };
      return [{ entry, rank }];
    }),
  );
}
