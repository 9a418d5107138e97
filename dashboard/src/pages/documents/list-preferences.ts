import type { Browsing } from './browsing.ts';

/** What the list of an engine keeps in this browser; filter values and queries are not among it. */
export type ListPreferences = Partial<Pick<Browsing, 'sort' | 'filtering' | 'listed' | 'columns'>>;

const keyOf = (account: string, engine: string): string => `findling-documents ${account} ${engine}`;

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** Undefined if nothing was ever chosen. */
export function readPreferences(account: string, engine: string): ListPreferences | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(account, engine)) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return undefined;
    const { sort, filtering, listed, columns } = kept as Readonly<Record<string, unknown>>;
    return {
      sort: typeof sort === 'string' ? sort : '',
      filtering: filtering === true,
      listed: texts(listed),
      columns: Array.isArray(columns) ? texts(columns) : undefined,
    };
  } catch {
    return undefined;
  }
}

/** Columns are kept until others are chosen. */
export function savePreferences(account: string, engine: string, browsing: Browsing): void {
  const { sort, filtering, listed, columns = readPreferences(account, engine)?.columns } = browsing;
  try {
    localStorage.setItem(keyOf(account, engine), JSON.stringify({ sort, filtering, listed, columns }));
  } catch {
    // Storage is full or blocked: the URL still has the choices.
  }
}
