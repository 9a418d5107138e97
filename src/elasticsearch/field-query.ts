import { EVERYTHING, type FuzzyRule, type MinimumMatch, type TreeNode } from '../index/plan.ts';
import { limits } from '../limits.ts';
import type { Schema } from '../values/types.ts';
import { expandedNames, type NamedField, namedField } from './field.ts';
import {
  booleanOf,
  invalid,
  itemsOf,
  knownMembers,
  membersOf,
  nameOf,
  onlyMember,
  type Part,
  stringOf,
  textOf,
  unsupported,
} from './part.ts';
import { ANY_TERM, factorOf, fuzzyOf, NO_MATCH, textMinimum } from './query-terms.ts';
import { anyValueFilter, rangeFilter } from './values.ts';

/** The field of a query such as `{"title": ...}`; undefined if the engine does not have it. */
interface Asked {
  readonly field: NamedField | undefined;
  readonly name: string;
  /** The settings: an object, or the value alone. */
  readonly part: Part;
}

function askedIn(part: Part, schema: Schema): Asked {
  const [name, member] = onlyMember(part, 'field');
  return { field: namedField(name, schema), name, part: member };
}

/** Counts the fields that a query searches. */
type Count = (fields: number) => void;

function bestOf(nodes: readonly TreeNode[], tieBreaker: number, factor: number): TreeNode {
  const [only, ...others] = nodes;
  return only !== undefined && others.length === 0
    ? { ...only, factor: only.factor * factor }
    : { kind: 'best', of: nodes, tieBreaker, factor };
}

/** The settings of a field: a value alone is the setting `main`. */
function settingsOf<K extends string>(part: Part, main: K, known: readonly K[]): Partial<Record<K, Part>> {
  const isBare = typeof part.value !== 'object' || part.value === null;
  // The type of an object with one computed member is not inferred.
  const settings = isBare ? ({ [main]: part } as Partial<Record<K, Part>>) : knownMembers(part, known);
  if (settings[main] === undefined) throw invalid(part.path, `must have "${main}"`);
  return settings;
}

const condition = (filter: Extract<TreeNode, { kind: 'condition' }>['filter'], factor: number): TreeNode => ({
  kind: 'condition',
  filter,
  factor,
});

interface TextSettings {
  readonly schema: Schema;
  readonly minimum: MinimumMatch;
  readonly fuzzy: FuzzyRule | null;
  readonly factor: number;
}

/** The text in a field; in a field of values, the value that it stands for. */
function textNode(field: NamedField, part: Part, { schema, minimum, fuzzy, factor }: TextSettings): TreeNode {
  if (field.kind === 'value') {
    if (field.type !== 'id') return condition(anyValueFilter(field, [part], schema), factor);
    return { ...WORDS, field: 'id', text: textOf(part), minimum, fuzzy, factor };
  }
  if (fuzzy !== null && field.view !== 'word' && field.view !== 'stem')
    throw unsupported(`${part.path} (fuzzy)`);
  return { ...WORDS, field: field.name, view: field.view, text: textOf(part), minimum, fuzzy, factor };
}
const WORDS = { kind: 'text', view: 'word', isAnalyzed: true } as const;

const MATCH = [
  'query',
  'operator',
  'minimum_should_match',
  'fuzziness',
  'prefix_length',
  'max_expansions',
  'boost',
] as const;

export function matchQuery(part: Part, schema: Schema, count: Count): TreeNode {
  const [name, member] = onlyMember(part, 'field');
  const settings = settingsOf(member, 'query', MATCH);
  const query = settings.query as Part;
  const text = {
    schema,
    minimum: textMinimum(settings.operator, settings.minimum_should_match),
    fuzzy: fuzzyOf(settings.fuzziness, settings.prefix_length, settings.max_expansions),
  };
  const nodes = expandedNames(name, schema).flatMap((one) => {
    const field = namedField(one, schema);
    return field === undefined ? [] : [textNode(field, query, { ...text, factor: 1 })];
  });
  count(nodes.length);
  return bestOf(nodes, 0, factorOf(settings.boost));
}

function phraseNode(field: NamedField, part: Part, slop: number, factor: number, schema: Schema): TreeNode {
  if (field.kind === 'value' && field.type !== 'id')
    return condition(anyValueFilter(field, [part], schema), factor);
  const view = field.kind === 'value' ? 'word' : field.view;
  if (view !== 'word' && view !== 'stem') throw unsupported(`${part.path} (phrase)`);
  return { kind: 'phrase', field: field.name, view, text: textOf(part), slop, factor };
}

export function matchPhraseQuery(part: Part, schema: Schema): TreeNode {
  const { field, part: member } = askedIn(part, schema);
  const { query, slop, boost } = settingsOf(member, 'query', ['query', 'slop', 'boost']);
  const factor = factorOf(boost);
  const moved = slop === undefined ? 0 : slopOf(slop);
  return field === undefined ? NO_MATCH : phraseNode(field, query as Part, moved, factor, schema);
}

const slopOf = (part: Part): number => {
  const slop = Number(textOf(part));
  if (!Number.isInteger(slop) || slop < 0 || slop > limits.elasticsearch.slop) {
    throw invalid(part.path, `must be a whole number from 0 to ${limits.elasticsearch.slop}`);
  }
  return slop;
};

const MULTI_MATCH = [...MATCH, 'fields', 'type', 'tie_breaker', 'slop'] as const;

export function multiMatchQuery(part: Part, schema: Schema, count: Count): TreeNode {
  const settings = knownMembers(part, MULTI_MATCH);
  const { query, fields, type, tie_breaker: tie, slop } = settings;
  if (query === undefined) throw invalid(part.path, 'must have "query"');
  const kind = type === undefined ? 'best_fields' : stringOf(type);
  if (!['best_fields', 'most_fields', 'phrase'].includes(kind)) throw unsupported(`${type?.path}: ${kind}`);
  const text = {
    schema,
    minimum: textMinimum(settings.operator, settings.minimum_should_match),
    fuzzy: fuzzyOf(settings.fuzziness, settings.prefix_length, settings.max_expansions),
  };
  const moved = slop === undefined ? 0 : slopOf(slop);
  const weighted = fields === undefined ? [{ pattern: '*', factor: 1 }] : itemsOf(fields).map(weightedName);
  const nodes = weighted.flatMap(({ pattern, factor }) =>
    expandedNames(pattern, schema).flatMap((name) => {
      const field = namedField(name, schema);
      if (field === undefined) return [];
      return [
        kind === 'phrase'
          ? phraseNode(field, query, moved, factor, schema)
          : textNode(field, query, { ...text, factor }),
      ];
    }),
  );
  count(nodes.length);
  const tieBreaker =
    kind === 'most_fields' ? 1 : tie === undefined ? 0 : Math.min(1, Math.max(0, Number(textOf(tie)) || 0));
  return bestOf(nodes, tieBreaker, factorOf(settings.boost));
}

/** `title^3`: a name or pattern with a factor. */
function weightedName(part: Part): { readonly pattern: string; readonly factor: number } {
  const text = stringOf(part);
  const caret = text.indexOf('^');
  if (caret === -1) return { pattern: text, factor: 1 };
  const boost = { path: part.path, value: text.slice(caret + 1) };
  return { pattern: text.slice(0, caret), factor: factorOf(boost) };
}

export function termQuery(part: Part, schema: Schema): TreeNode {
  const { field, part: member } = askedIn(part, schema);
  const { value, boost } = settingsOf(member, 'value', ['value', 'boost']);
  const factor = factorOf(boost);
  const text = textOf(value as Part);
  if (field === undefined) return NO_MATCH;
  if (field.kind === 'value') return condition(anyValueFilter(field, [value as Part], schema), factor);
  const { name, view } = field;
  return { ...WORDS, field: name, view, text, isAnalyzed: false, minimum: ANY_TERM, fuzzy: null, factor };
}

export function termsQuery(part: Part, schema: Schema): TreeNode {
  const members = membersOf(part);
  const boost = members.find((member) => nameOf(part, member) === 'boost');
  const [asked, ...others] = members.filter((member) => member !== boost);
  if (asked === undefined || others.length > 0) throw invalid(part.path, 'must have exactly one field');
  // An object would look the values up in another document.
  if (!Array.isArray(asked.value)) throw unsupported(asked.path);
  const values = itemsOf(asked);
  if (values.length > limits.filterValues) {
    throw invalid(asked.path, `cannot have more than ${limits.filterValues} values`);
  }
  const factor = factorOf(boost);
  const words = values.map(textOf);
  const field = namedField(nameOf(part, asked), schema);
  if (field === undefined || values.length === 0) return NO_MATCH;
  if (field.kind === 'value') return condition(anyValueFilter(field, values, schema), factor);
  if (field.view === 'word') return { kind: 'words', field: field.name, words, factor };
  throw unsupported(asked.path);
}

export function rangeQuery(part: Part, schema: Schema): TreeNode {
  const { field, part: member } = askedIn(part, schema);
  const boost = membersOf(member).find((one) => nameOf(member, one) === 'boost');
  const factor = factorOf(boost);
  if (field === undefined) return NO_MATCH;
  if (field.kind !== 'value' || (field.type !== 'number' && field.type !== 'date')) {
    throw unsupported(`${member.path} (only number and date fields have ranges)`);
  }
  return condition(rangeFilter(field, field.type, member), factor);
}

export function idsQuery(part: Part, schema: Schema): TreeNode {
  const { values, boost } = knownMembers(part, ['values', 'boost']);
  if (values === undefined) throw invalid(part.path, 'must have "values"');
  const ids = itemsOf(values);
  if (ids.length > limits.filterValues) {
    throw invalid(values.path, `cannot have more than ${limits.filterValues} values`);
  }
  return condition(anyValueFilter({ kind: 'value', name: 'id', type: 'id' }, ids, schema), factorOf(boost));
}

export function existsQuery(part: Part, schema: Schema): TreeNode {
  const { field, boost } = knownMembers(part, ['field', 'boost']);
  if (field === undefined) throw invalid(part.path, 'must have "field"');
  const named = namedField(stringOf(field), schema);
  return named === undefined ? NO_MATCH : { kind: 'exists', field: named.name, factor: factorOf(boost) };
}

export function prefixQuery(part: Part, schema: Schema): TreeNode {
  const { field, part: member } = askedIn(part, schema);
  const { value, boost } = settingsOf(member, 'value', ['value', 'boost']);
  const factor = factorOf(boost);
  const text = textOf(value as Part);
  if (field === undefined) return NO_MATCH;
  const isWhole = field.kind === 'value';
  if (isWhole ? field.type !== 'text' && field.type !== 'id' : field.view !== 'word') {
    throw unsupported(member.path);
  }
  return { kind: 'beginning', field: field.name, text, isWhole, factor };
}

const FUZZY = ['value', 'fuzziness', 'prefix_length', 'max_expansions', 'transpositions', 'boost'] as const;

export function fuzzyQuery(part: Part, schema: Schema): TreeNode {
  const { field, part: member } = askedIn(part, schema);
  const settings = settingsOf(member, 'value', FUZZY);
  const { fuzziness, prefix_length: prefix, max_expansions: expansions, transpositions } = settings;
  if (transpositions !== undefined && !booleanOf(transpositions)) throw unsupported(transpositions.path);
  const auto = { path: member.path, value: 'AUTO' };
  const text = textOf(settings.value as Part);
  const fuzzy = fuzzyOf(fuzziness ?? auto, prefix, expansions);
  const factor = factorOf(settings.boost);
  if (field === undefined) return NO_MATCH;
  if (field.kind === 'value' || (field.view !== 'word' && field.view !== 'stem'))
    throw unsupported(member.path);
  const { name, view } = field;
  return { ...WORDS, field: name, view, text, isAnalyzed: false, minimum: ANY_TERM, fuzzy, factor };
}

export const matchAllQuery = (part: Part): TreeNode =>
  condition(EVERYTHING, factorOf(knownMembers(part, ['boost']).boost));
