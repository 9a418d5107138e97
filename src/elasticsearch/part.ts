import { texts } from '../error-texts.ts';
import { ApiError, badRequest } from '../errors.ts';
import { isObject } from '../json/object.ts';

/** A part of a request: its value, and where it is, for messages: `query.bool.must[0].match`. */
export interface Part {
  readonly path: string;
  readonly value: unknown;
}

/** 501 for a part that Elasticsearch has and this service does not. */
export const unsupported = (path: string): ApiError =>
  new ApiError(501, { errors: [texts.elasticsearchUnsupported(shown(path))] });

export const invalid = (path: string, rule: string): ApiError =>
  badRequest(texts.elasticsearchInvalid(shown(path), rule));

const MOST_SHOWN = 256;
const shown = (path: string): string => (path.length <= MOST_SHOWN ? path : `${path.slice(0, MOST_SHOWN)}…`);

export const memberOf = ({ path }: Part, name: string, value: unknown): Part => ({
  path: path === '' ? name : `${path}.${name}`,
  value,
});

/** The members of a part that must be an object. */
export function membersOf(part: Part): Part[] {
  if (!isObject(part.value)) throw invalid(part.path, 'must be an object');
  return Object.entries(part.value).map(([name, value]) => memberOf(part, name, value));
}

/** The name of a member: the last step of its path. */
export const nameOf = (parent: Part, { path }: Part): string =>
  parent.path === '' ? path : path.slice(parent.path.length + 1);

/** The only member of an object. */
export function onlyMember(part: Part, what: string): readonly [string, Part] {
  const [member, ...others] = membersOf(part);
  if (member === undefined || others.length > 0) throw invalid(part.path, `must have exactly one ${what}`);
  return [nameOf(part, member), member];
}

/** The members of an object that may only have `known` ones; unknown ones are not supported. */
export function knownMembers<K extends string>(part: Part, known: readonly K[]): Partial<Record<K, Part>> {
  const found: Partial<Record<K, Part>> = {};
  for (const member of membersOf(part)) {
    const name = known.find((one) => one === nameOf(part, member));
    if (name === undefined) throw unsupported(member.path);
    found[name] = member;
  }
  return found;
}

/** The items of a list; a single value is a list of one. */
export const itemsOf = ({ path, value }: Part): Part[] =>
  Array.isArray(value) ? value.map((item, i) => ({ path: `${path}[${i}]`, value: item })) : [{ path, value }];

/** A text, a number or a boolean, as text. */
export function textOf({ path, value }: Part): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)))
    return String(value);
  throw invalid(path, 'must be a string, a number or a boolean');
}

export function stringOf({ path, value }: Part): string {
  if (typeof value !== 'string') throw invalid(path, 'must be a string');
  return value;
}

/** A number within bounds, or a string with one, as in a query string. */
export function numberOf(part: Part, least: number, most: number): number {
  const { path, value } = part;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !(number >= least && number <= most)) {
    throw invalid(path, `must be a number from ${least} to ${most}`);
  }
  return number;
}

export function wholeOf(part: Part, least: number, most: number): number {
  const number = numberOf(part, least, most);
  if (!Number.isInteger(number)) throw invalid(part.path, `must be a whole number from ${least} to ${most}`);
  return number;
}

export function booleanOf({ path, value }: Part): boolean {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw invalid(path, 'must be true or false');
}
