/** URLs of pages and of the server's routes. The only place that escapes names. */

const join = (...parts: readonly string[]): string =>
  parts.map((part) => `/${encodeURIComponent(part)}`).join('');

export const pageOf = {
  profile: '/profile',
  accounts: '/accounts',
  engines: (account: string) => join('accounts', account, 'engines'),
  /** `rest` are further parts: `pageOf.engine(account, engine, 'documents', id)`. */
  engine: (account: string, engine: string, ...rest: readonly string[]) =>
    join('accounts', account, 'engines', engine, ...rest),
  /** Any other page of an account: `pageOf.account(account, 'credentials')`. */
  account: (account: string, ...rest: readonly string[]) => join('accounts', account, ...rest),
};

export const routeOf = {
  /** The dashboard's own routes of an account. */
  account: (account: string, ...rest: readonly string[]) => join('accounts', account, ...rest),
  /** The public API's routes, below `/api/as/v1` there: `routeOf.api(account, 'engines', engine, 'schema')`. */
  api: (account: string, ...rest: readonly string[]) => join('accounts', account, 'as', 'v1', ...rest),
};

/** A query string as the server parses it: `{ page: { current: 2 } }` becomes `?page[current]=2`. */
export function queryOf(values: Readonly<Record<string, unknown>>): string {
  const pairs: string[] = [];
  const add = (name: string, value: unknown): void => {
    if (value === undefined || value === null || value === '') return;
    if (Array.isArray(value)) for (const one of value) add(`${name}[]`, one);
    else if (typeof value === 'object') {
      for (const [member, inner] of Object.entries(value)) add(`${name}[${member}]`, inner);
    } else
      pairs.push(
        `${encodeURIComponent(name).replaceAll('%5B', '[').replaceAll('%5D', ']')}=${encodeURIComponent(String(value))}`,
      );
  };
  for (const [name, value] of Object.entries(values)) add(name, value);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}
