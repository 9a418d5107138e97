import type { LANGUAGES } from '../../../src/engines/engine-request.ts';

/** The languages that the server supports, by code. */
const NAMES: Readonly<Record<(typeof LANGUAGES)[number], string>> = {
  da: 'Danish',
  de: 'German',
  en: 'English',
  es: 'Spanish',
  fr: 'French',
  it: 'Italian',
  ja: 'Japanese',
  ko: 'Korean',
  nl: 'Dutch',
  pt: 'Portuguese',
  'pt-br': 'Portuguese (Brazil)',
  ru: 'Russian',
  th: 'Thai',
  zh: 'Chinese',
};

export const UNIVERSAL = 'Universal';

export const languageName = (code: string | null): string =>
  code === null ? UNIVERSAL : ((NAMES as Readonly<Record<string, string>>)[code] ?? code);

/** Options of a select; the empty value means Universal. */
export const languageOptions = [
  { value: '', label: UNIVERSAL },
  ...Object.entries(NAMES)
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => one.label.localeCompare(other.label)),
];
