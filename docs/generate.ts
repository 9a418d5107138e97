/**
 * Writes what repeats the code: docs/data.md, the table in docs/settings.md, docs/openapi.json, and the types and addresses
 * of the client in packages/client.
 *
 *   npm run docs
 *
 * test/docs.test.ts and test/http/openapi-contract.test.ts fail while a file differs from what this script would write.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsTable } from '../src/config.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

export interface Column {
  name: string;
  type: string;
  meaning: string;
}

export interface Table {
  name: string;
  meaning: string;
  columns: Column[];
}

/** `Generated<number | null>` is `integer or null`. */
const sqlType = (type: string): string =>
  `${type.includes('string') ? 'text' : 'integer'}${type.includes('null') ? ' or null' : ''}`;

/** The tables of src/store/tables.ts with the comments above them and their columns. */
export function tables(source = read('src/store/tables.ts')): Table[] {
  const [, body = ''] = source.split(/export interface \w*Tables \{\n/);
  const found: Table[] = [];
  const ENTRY = /^( {2}| {4})\/\*\*\s*(.*?)\s*\*\/\n\1(\w+): (\{|[^;]+;)$/gms;
  for (const [, indent, comment = '', name = '', type = ''] of body.matchAll(ENTRY)) {
    const meaning = comment.replace(/\s*\n\s*\*\s*/g, ' ');
    if (indent === '  ') found.push({ name, meaning, columns: [] });
    else found.at(-1)?.columns.push({ name, type: sqlType(type), meaning });
  }
  return found;
}

const section = (level: '##' | '###', { name, meaning, columns }: Table): string =>
  [
    `${level} ${name}`,
    '',
    meaning,
    '',
    '| Column | Type | Meaning |',
    '| --- | --- | --- |',
    ...columns.map((column) => `| \`${column.name}\` | ${column.type} | ${column.meaning} |`),
    '',
  ].join('\n');

const sections = (level: '##' | '###', source?: string): string =>
  tables(source)
    .map((table) => section(level, table))
    .join('\n');

export const dataPage = (): string => `# Tables of the store

Generated from \`src/store/tables.ts\`, \`src/store/event-tables.ts\` and \`src/store/postgres/node-tables.ts\` by
\`npm run docs\`; do not edit.

\`findling.sqlite\` in the [data folder](operations.md#the-data-folder), or a [PostgreSQL
database](scaling.md#postgresql), has these tables. Columns hold text and integers
only: booleans are 0 and 1, JSON is text, times are milliseconds since 1970. The migrations that create them are in
\`src/store/migrations/\`.

${sections('##')}
## Tables of the events

\`events.sqlite\`, or the schema \`findling_events\` of a PostgreSQL database, has these tables. Events are counted when they are stored: a report adds up whole blocks of 32 days, then
whole days, then single events. A list of the most frequent ones looks at them in the order of all their events.

${sections('###', read('src/store/event-tables.ts'))}
## Tables of the nodes

Only a PostgreSQL database has these tables. They hold nothing that outlives the processes.

${sections('###', read('src/store/postgres/node-tables.ts'))}`;

/** docs/settings.md with its first table replaced by that of the settings. */
export const settingsPage = (): string =>
  read('docs/settings.md').replace(/(?:^\|.*\n)+/m, () => settingsTable());

if (import.meta.main) {
  writeFileSync(join(ROOT, 'docs/data.md'), dataPage());
  writeFileSync(join(ROOT, 'docs/settings.md'), settingsPage());
  const { apiDescription, descriptionText } = await import('./openapi.ts');
  const { apiRoutes, apiTypes } = await import('../packages/client/generate.ts');
  const description = await apiDescription();
  const client = join(ROOT, 'packages/client/src');
  writeFileSync(join(ROOT, 'docs/openapi.json'), descriptionText(description));
  writeFileSync(join(client, 'api-types.ts'), apiTypes(description));
  writeFileSync(join(client, 'api-routes.ts'), apiRoutes(description));
}
