const PREFIX = '/api/as/v1';

/** The address of the API of a service; throws a sentence if it cannot be one. */
export function apiAddress(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol)) {
    throw new TypeError('The URL of the service must begin with http:// or https://.');
  }
  if (parsed.username !== '' || parsed.password !== '') {
    throw new TypeError('The URL of the service must not have a name or password. Use a key.');
  }
  const path = parsed.pathname.replace(/\/+$/, '');
  return parsed.origin + (path.endsWith(PREFIX) ? path : path + PREFIX);
}

/**
 * A value as one segment of a path. A URL has no way to write an empty segment, `.` or `..`: parsers resolve them, escaped
 * or not, and the request would reach another route.
 */
function segment(name: string, value: string): string {
  if (value === '' || value === '.' || value === '..') {
    throw new TypeError(`${JSON.stringify(value)} cannot be used as ${name}.`);
  }
  try {
    // The service would remove the ending of a path.
    return encodeURIComponent(value).replace(/\.json$/, '%2Ejson');
  } catch {
    throw new TypeError(`The text that is used as ${name} is not well-formed.`);
  }
}

/** A path with its parameters, `/engines/{engine}`, filled in. */
export const pathWith = (path: string, values: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => segment(name, String(values[name] ?? '')));

/** A query string with its question mark; empty without parameters. A list is sent as several parameters. */
export function queryString(parameters: Readonly<Record<string, unknown>> = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined || value === null) continue;
    for (const item of Array.isArray(value) ? value : [value]) query.append(name, String(item));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
