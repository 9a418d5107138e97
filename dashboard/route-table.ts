import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The parts of a route that tests and screenshots need; see `src/frame/page-route.ts`. */
export interface ListedRoute {
  /** The folder of the page: `schema`. */
  readonly area: string;
  readonly path: string;
}

const SOURCE = join(import.meta.dirname, 'src');

/** Every page of the dashboard, read from its source files. */
export async function routeTable(): Promise<readonly ListedRoute[]> {
  const files = globSync('pages/*/routes.ts', { cwd: SOURCE }).sort();
  const tables = files.map(async (file) => {
    const { routes } = (await import(pathToFileURL(join(SOURCE, file)).href)) as {
      readonly routes: ReadonlyArray<{ readonly path: string }>;
    };
    return routes.map(({ path }) => ({ area: basename(dirname(file)), path }));
  });
  return (await Promise.all(tables)).flat();
}

/** The URL of a page with its parameters; throws if a value is missing. */
export function addressOf(path: string, values: Readonly<Record<string, string>>): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`Say what stands for :${name} in ${path}.`);
    return encodeURIComponent(value);
  });
}
