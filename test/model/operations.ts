import type { Random } from '../support/seed.ts';
import type { Fields, SentDocument } from './model.ts';
import type { Sections } from './tuning-model.ts';
import { NESTED, TYPES, VALUES, type Value } from './values.ts';

type Members = ReadonlyArray<readonly [string, unknown]>;

interface CurationBody {
  readonly queries: readonly string[];
  readonly promoted: readonly string[];
  readonly hidden: readonly string[];
}

/** A request, a restart or a crash, as plain data: a run can be repeated in part. */
export type Operation =
  | { readonly kind: 'POST' | 'PATCH'; readonly batch: readonly SentDocument[] }
  | { readonly kind: 'delete' | 'get'; readonly ids: readonly string[] }
  | { readonly kind: 'list'; readonly current: number; readonly size: number }
  | { readonly kind: 'change' | 'dry run' | 'change and cancel'; readonly members: Members }
  /** Documents that are sent one by one: each makes a segment, and after a few of them a merge follows. */
  | { readonly kind: 'drizzle'; readonly batch: readonly SentDocument[] }
  /** Kills the process this many turns of its event loop after the change was sent. */
  | { readonly kind: 'change and crash'; readonly members: Members; readonly turns: number }
  | { readonly kind: 'settings'; readonly sections: Sections }
  /** Replaces or deletes (null) the synonym set at this place; adds one beyond the last. */
  | { readonly kind: 'synonyms'; readonly at: number; readonly terms: readonly string[] | null }
  | { readonly kind: 'curation'; readonly at: number; readonly curation: CurationBody | null }
  | { readonly kind: 'reset settings' }
  | { readonly kind: 'cancel' | 'restart' | 'restart without index' | 'crash' | 'new engine' | 'search' };

const NAMES = ['title', 'year', 'place', 'born', 'tags', 'constructor', 'n_1'];
const BAD_NAMES = [
  'Bad',
  'with space',
  '_x',
  'none',
  '12',
  'x'.repeat(65),
  'é',
  '__proto__',
  'a-b',
  'no\ufeffmark',
  '',
];
const IDS = [
  ...Array.from({ length: 12 }, (_, i) => `d${i}`),
  '7',
  'ä b/c?%',
  '__proto__',
  'constructor',
  ' ',
  'D1',
  'x'.repeat(799),
];
const ODD_IDS = [7, 7.5, '', true, {}, [], 'y'.repeat(800), null, undefined];
const BAD_TYPES = ['integer', ' text', 'Text', '', null, 5, ['text'], {}];

const some = (random: Random, most: number): number => 1 + random.below(most);
const wide = (random: Random): string => `wide_${random.below(80)}`;

function fieldsOf(random: Random): Fields {
  const fields = new Map<string, Value>();
  // Now and then a document has many fields, to reach the limit of 64.
  const many = random.below(25) === 0;
  for (let n = many ? 8 + random.below(30) : random.below(4); n > 0; n--) {
    const name = many ? wide(random) : random.below(25) === 0 ? random.pick(BAD_NAMES) : random.pick(NAMES);
    fields.set(name, random.below(40) === 0 ? NESTED : random.pick(VALUES));
  }
  return [...fields];
}

function documentOf(random: Random): SentDocument {
  if (random.below(40) === 0) return { id: undefined, fields: undefined };
  const id = random.below(12) === 0 ? random.pick(ODD_IDS) : random.pick(IDS);
  return { id, fields: fieldsOf(random) };
}

function membersOf(random: Random): Members {
  const dice = random.below(20);
  if (dice === 0) return [];
  if (dice === 1) return Array.from({ length: some(random, 70) }, (_, i) => [`wide_${i}`, 'text'] as const);
  return Array.from({ length: some(random, 3) }, () => {
    const name = random.below(12) === 0 ? random.pick([...BAD_NAMES, 'id']) : random.pick(NAMES);
    const type = random.below(15) === 0 ? random.pick(BAD_TYPES) : random.pick(TYPES);
    return [random.below(10) === 0 ? wide(random) : name, type] as const;
  });
}

const idsOf = (random: Random): string[] => Array.from({ length: some(random, 5) }, () => random.pick(IDS));

/** Words that are in no id: synonyms are not searched there. */
const SYNONYMS = ['moss', 'river', 'lake', 'stone', 'arbol', 'true', 'nowhere'];
const QUERIES = [...SYNONYMS, 'd3', '', ''];

function sectionsOf(random: Random): Sections {
  const byField = (entry: () => unknown) =>
    Object.fromEntries(
      Array.from({ length: some(random, 3) }, () => [
        random.pick(random.below(6) === 0 ? ['id', 'absent'] : NAMES),
        entry(),
      ]),
    );
  const sections = {
    search_fields: byField(() => random.pick([{}, { weight: 2.5 }, { weight: 0 }, { weight: 10 }])),
    result_fields: byField(() => random.pick([{}, { raw: {} }])),
    boosts: byField(() => [{ type: 'functional', function: 'linear', factor: random.below(10) }]),
    precision: some(random, 11),
  };
  return Object.fromEntries(Object.entries(sections).filter(() => random.below(3) === 0));
}

function distinct(random: Random, from: readonly string[], most: number): string[] {
  return [...new Set(Array.from({ length: random.below(most + 1) }, () => random.pick(from)))];
}

function tuningOf(random: Random): Operation {
  const at = random.below(6);
  const isDeletion = random.below(4) === 0;
  switch (random.below(8)) {
    case 0:
      return { kind: 'reset settings' };
    case 1:
    case 2:
      return { kind: 'settings', sections: sectionsOf(random) };
    case 3:
    case 4: {
      const terms = distinct(random, SYNONYMS, 4);
      return { kind: 'synonyms', at, terms: isDeletion ? null : terms };
    }
    default: {
      const curation = {
        queries: [random.pick(QUERIES), ...distinct(random, QUERIES, 1)],
        promoted: distinct(random, IDS, 3),
        hidden: distinct(random, IDS, 3),
      };
      return { kind: 'curation', at, curation: isDeletion ? null : curation };
    }
  }
}

export function operationOf(random: Random): Operation {
  const dice = random.below(1080);
  if (dice >= 1000) return tuningOf(random);
  const batch = () => Array.from({ length: some(random, 5) }, () => documentOf(random));
  if (dice < 330) return { kind: 'POST', batch: batch() };
  if (dice < 500) return { kind: 'PATCH', batch: batch() };
  if (dice < 580) return { kind: 'delete', ids: idsOf(random) };
  if (dice < 640) return { kind: 'get', ids: idsOf(random) };
  if (dice < 680) return { kind: 'list', current: some(random, 4), size: some(random, 8) };
  if (dice < 850) return { kind: 'change', members: membersOf(random) };
  if (dice < 900) return { kind: 'dry run', members: membersOf(random) };
  if (dice < 920) return { kind: 'change and cancel', members: membersOf(random) };
  if (dice < 930) return { kind: 'cancel' };
  if (dice < 932) return { kind: 'restart' };
  if (dice < 933) return { kind: 'restart without index' };
  if (dice < 935) return { kind: 'crash' };
  if (dice < 936) return { kind: 'change and crash', members: membersOf(random), turns: random.below(30) };
  if (dice < 940) return { kind: 'new engine' };
  if (dice < 948) {
    return { kind: 'drizzle', batch: Array.from({ length: some(random, 30) }, () => documentOf(random)) };
  }
  return { kind: 'search' };
}

/** The JSON of an object with these members, including duplicate names. */
export const textOf = (members: Members): string =>
  `{${members.map(([name, type]) => `${JSON.stringify(name)}:${JSON.stringify(type)}`).join(',')}}`;

/** The JSON of a document, or of a value that is not a document. */
export function bodyOf({ id, fields }: SentDocument): unknown {
  if (fields === undefined) return 'no document';
  const body = Object.fromEntries(fields.map(([name, value]) => [name, value.sent]));
  return id === undefined ? body : { id, ...body };
}

export const describe = (operation: Operation): string => lineOf(operation).replace(/(x|y){30,}/g, '$1…');

function lineOf(operation: Operation): string {
  switch (operation.kind) {
    case 'POST':
    case 'PATCH':
    case 'drizzle':
      return `${operation.kind} ${JSON.stringify(operation.batch.map(bodyOf))}`;
    case 'delete':
    case 'get':
      return `${operation.kind} ${JSON.stringify(operation.ids)}`;
    case 'list':
      return `list page ${operation.current} of ${operation.size}`;
    case 'change':
    case 'dry run':
    case 'change and cancel':
      return `${operation.kind} ${textOf(operation.members)}`;
    case 'settings':
      return `settings ${JSON.stringify(operation.sections)}`;
    case 'synonyms':
      return `synonyms ${operation.at} ${JSON.stringify(operation.terms)}`;
    case 'curation':
      return `curation ${operation.at} ${JSON.stringify(operation.curation)}`;
    case 'change and crash':
      return `change and, ${operation.turns} turns later, crash ${textOf(operation.members)}`;
    default:
      return operation.kind;
  }
}
