import type { Field, PageOptions, Sort } from './app/page-options.ts';
import { type Choices, ID, type Schema } from './choices.ts';

/** `date_established` -> `Date established` */
const labelOf = (name: string): string => {
  const words = name.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const DIRECTIONS: Readonly<Record<Field['type'], Readonly<Record<Sort['direction'], string>>>> = {
  text: { asc: 'A to Z', desc: 'Z to A' },
  number: { asc: 'lowest first', desc: 'highest first' },
  date: { asc: 'oldest first', desc: 'newest first' },
  geolocation: { asc: '', desc: '' },
};

/** Default directions: highest first, newest first, A to Z. */
const directionsOf = (type: Field['type']): readonly Sort['direction'][] =>
  type === 'text' ? ['asc', 'desc'] : ['desc', 'asc'];

/** The options of a search page: the chosen fields with labels and types. */
export function optionsOf(choices: Choices, schema: Schema): PageOptions {
  const field = (name: string): Field => ({
    field: name,
    label: labelOf(name),
    type: schema[name] ?? 'text',
  });
  const { title, text, address, image, facets, sorts } = choices;
  const used = new Set([title, text, address, image]);
  const details = [...new Set([...facets, ...sorts])].filter((name) => !used.has(name));
  return {
    ...(title !== ID && { title: field(title) }),
    ...(text !== '' && { text: field(text) }),
    ...(address !== '' && { address: field(address) }),
    ...(image !== '' && { image: field(image) }),
    facets: facets.map(field),
    sorts: sorts.map(field).flatMap(({ field: name, label, type }) =>
      directionsOf(type).map((direction) => ({
        field: name,
        direction,
        label: `${label}, ${DIRECTIONS[type][direction]}`,
      })),
    ),
    details: details.map(field),
  };
}
