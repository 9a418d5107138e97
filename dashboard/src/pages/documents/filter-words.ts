import { cutText } from '../../parts/cut-text.ts';
import { counted } from '../../parts/numbers.ts';
import type { Browsing, Schema } from './browsing.ts';

/** Values of a filter in a sentence. */
const SHOWN = 5;

/** The filters in words, one line per condition. */
export function filterWords(schema: Schema, { chosen, ranges }: Browsing): string[] {
  return [
    ...[...chosen].map(([field, values]) => {
      const shown = values.slice(0, SHOWN).map((value) => cutText(value));
      const others = values.length - shown.length;
      return `${field}: ${shown.join(' or ')}${others > 0 ? ` or ${counted(others, 'other value')}` : ''}`;
    }),
    ...[...ranges].map(([field, { from, to }]) => {
      const end = schema[field] === 'date' ? 'before' : 'below';
      const parts = [...(from === '' ? [] : [`from ${from}`]), ...(to === '' ? [] : [`${end} ${to}`])];
      return `${field}: ${parts.join(' and ')}`;
    }),
  ];
}
