import type { FieldType } from '../api/types.ts';

/** The fields of a search page by role; empty for none. */
export interface Choices {
  readonly title: string;
  readonly text: string;
  readonly address: string;
  readonly image: string;
  readonly facets: readonly string[];
  readonly sorts: readonly string[];
}

export type Schema = Readonly<Record<string, FieldType>>;

/** The heading of results without a title field. */
export const ID = 'id';

const SINGLE = ['text', 'address', 'image'] as const;
const LISTS = ['facets', 'sorts'] as const;

/** The choices in a URL; undefined if there are none. Field names contain no commas. */
export function readChoices(params: URLSearchParams): Choices | undefined {
  const title = params.get('title');
  if (title === null) return undefined;
  const one = (name: string): string => params.get(name) ?? '';
  const list = (name: string): string[] => one(name).split(',').filter(Boolean);
  return {
    title,
    text: one('text'),
    address: one('address'),
    image: one('image'),
    facets: list('facets'),
    sorts: list('sorts'),
  };
}

/** Writes choices into a URL. The title is always included and marks that choices were made. */
export function writeChoices(choices: Choices, before = new URLSearchParams()): URLSearchParams {
  const after = new URLSearchParams(before);
  after.set('title', choices.title || ID);
  const put = (name: string, value: string): void => {
    if (value === '') after.delete(name);
    else after.set(name, value);
  };
  for (const name of SINGLE) put(name, choices[name]);
  for (const name of LISTS) put(name, choices[name].join(','));
  return after;
}

/** Removes fields that do not exist or do not fit: URLs are edited by hand, and schemas change. */
export function saneChoices(choices: Choices, schema: Schema): Choices {
  const known = (name: string): string => (Object.hasOwn(schema, name) ? name : '');
  const list = (names: readonly string[]): string[] => [
    ...new Set(names.filter((name) => Object.hasOwn(schema, name) && schema[name] !== 'geolocation')),
  ];
  return {
    title: known(choices.title) || ID,
    text: known(choices.text),
    address: known(choices.address),
    image: known(choices.image),
    facets: list(choices.facets),
    sorts: list(choices.sorts),
  };
}
