import type { FieldType } from '../api/types.ts';

/** Which fields a search page is made of, by name; empty for none. */
export interface Choices {
  readonly title: string;
  readonly text: string;
  readonly address: string;
  readonly image: string;
  readonly facets: readonly string[];
  readonly sorts: readonly string[];
}

export type Schema = Readonly<Record<string, FieldType>>;

/** The headings of results that have no better one. */
export const ID = 'id';

const SINGLE = ['text', 'address', 'image'] as const;
const LISTS = ['facets', 'sorts'] as const;

/** The choices in an address, undefined if it holds none. Names of fields have no commas. */
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

/** Puts choices into an address; the title is always there, and says that the rest was chosen too. */
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

/** Only fields that are there, and only where they make sense: addresses are typed by people, and schemas change. */
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
