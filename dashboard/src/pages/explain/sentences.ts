import { counted, number } from '../../parts/numbers.ts';
import type { Explanation, Part, Stage } from './explanation.ts';

/** The outcome in one sentence. */
export function verdictOf({ found, position, dropped_by: droppedBy }: Explanation): string {
  if (droppedBy === null && position !== null) return `This document is result ${number(position)}.`;
  if (found && position !== null)
    return `This document is result ${number(position)}, which is on another page.`;
  return 'This document is not among the results.';
}

const list = (names: readonly string[]): string => names.join(', ');

/** What a stage found out about the document. */
export function sentenceOf(stage: Stage): string {
  switch (stage.stage) {
    case 'exists':
      return stage.passed ? 'The engine has this document.' : 'The engine has no document with this id.';
    case 'key_filters':
      return stage.passed
        ? 'The filters of the signed search key let it through.'
        : 'The filters of the signed search key exclude it.';
    case 'search_fields':
      return stage.passed
        ? `Searched fields: ${list(Object.keys(stage.fields))}.`
        : `It matches only in fields that are not searched. Searched fields: ${list(Object.keys(stage.fields))}.`;
    case 'terms':
      return termsSentence(stage);
    case 'filters':
      return stage.conditions.length === 0
        ? 'The search has no filters.'
        : stage.passed
          ? 'All filters let it through.'
          : 'A filter excludes it.';
    case 'curation':
      if (stage.action === 'hidden') return 'A curation hides it for this query.';
      return stage.action === 'promoted'
        ? 'A curation promotes it for this query.'
        : 'No curation applies to it.';
    case 'group':
      return stage.passed
        ? `Its group by ${stage.field} shows it.`
        : `Its group by ${stage.field} shows other documents.`;
    case 'page':
      return stage.passed
        ? `It is on this page: results ${number(stage.from)} to ${number(stage.to)}.`
        : `It is not on this page, which has results ${number(stage.from)} to ${number(stage.to)}.`;
  }
}

function termsSentence(stage: Extract<Stage, { stage: 'terms' }>): string {
  const { passed, needed, found, terms } = stage;
  if (terms === undefined || needed === undefined || found === undefined)
    return passed ? 'It matches the query.' : 'It does not match the query.';
  const where = stage.in_one_field === true ? ' in one field' : '';
  return `It has ${number(found)} of ${counted(terms.length, 'term')}; at least ${number(needed)} must match${where}.`;
}

const EXPANSIONS: Readonly<Record<string, string>> = {
  exact: 'the word itself',
  stem: 'another form of the word',
  compound: 'words joined or split',
  subtoken: 'a part of a word',
  prefix: 'the beginning of a word',
  fuzzy: 'a similar word (typo)',
  synonym: 'a synonym',
};

/** How a part of the score came about. */
export function nameOfPart({ kind, term, expansion, words, type }: Part): string {
  switch (kind) {
    case 'term': {
      const how = EXPANSIONS[expansion ?? ''] ?? expansion ?? '';
      const others = (words ?? []).filter((word) => word !== term);
      return `${term}: ${how}${others.length === 0 ? '' : ` (${list(others)})`}`;
    }
    case 'boost':
      return `boost by ${type}`;
    case 'promotion':
      return 'promoted by a curation';
    case 'operand':
      return 'operand of the query';
    case 'query':
      return 'the query as a whole';
    case 'other fields':
      return 'fields that are not shown';
  }
}
