import type { EngineHealth } from '../../api/types.ts';
import { counted } from '../../parts/numbers.ts';
import { type Finding, type FindingLink, named } from './finding.ts';

interface Words extends Pick<Finding, 'kind' | 'text'> {
  readonly of:
    | 'type_conflicts'
    | 'invalid_boosts'
    | 'skipped_search_fields'
    | 'skipped_result_fields'
    | 'unsearched_fields'
    | 'unconfirmed_fields';
  /** The title after a count of one, and of several. */
  readonly one: string;
  readonly several: string;
  readonly link: FindingLink;
}

const RELEVANCE: FindingLink = { label: 'Relevance tuning', path: ['relevance'], least: 'editor' };

const WORDS: readonly Words[] = [
  {
    of: 'type_conflicts',
    kind: 'problem',
    one: 'field has different types in the source engines',
    several: 'fields have different types in the source engines',
    text: 'Searches leave out such fields and refuse requests that name them.',
    link: { label: 'Schema', path: ['schema'], least: 'analyst' },
  },
  {
    of: 'invalid_boosts',
    kind: 'problem',
    one: 'boost is invalid',
    several: 'boosts are invalid',
    text: 'Searches skip boosts that do not fit the type of their field.',
    link: RELEVANCE,
  },
  {
    of: 'skipped_search_fields',
    kind: 'problem',
    one: 'search field is skipped',
    several: 'search fields are skipped',
    text: 'Only text fields can be searched.',
    link: RELEVANCE,
  },
  {
    of: 'skipped_result_fields',
    kind: 'problem',
    one: 'result field is skipped',
    several: 'result fields are skipped',
    text: 'The result settings name fields that the engine no longer has.',
    link: { label: 'Result settings', path: ['result-settings'], least: 'editor' },
  },
  {
    of: 'unsearched_fields',
    kind: 'note',
    one: 'text field is not searched',
    several: 'text fields are not searched',
    text: 'Left out by the search settings.',
    link: RELEVANCE,
  },
  {
    of: 'unconfirmed_fields',
    kind: 'note',
    one: 'new field is not confirmed',
    several: 'new fields are not confirmed',
    text: 'Added by documents as text. Check the types, then confirm them.',
    link: { label: 'Confirm types', path: ['schema'], least: 'editor' },
  },
];

/** Findings that consist of a list of names or messages. */
export const listedFindings = (health: EngineHealth): Finding[] =>
  WORDS.filter(({ of }) => health[of].count > 0).map(({ of, one, several, kind, text, link }) => {
    const { count, first } = health[of];
    return { id: of, kind, title: counted(count, one, several), text, link, ...named(first, count) };
  });
