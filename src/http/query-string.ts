import { errors } from '../errors.ts';
import { limits } from '../limits.ts';

/** Maximum depth of a name (`a[b][c]` has three levels), so that no recursion over the result overflows the stack. */
const MAX_DEPTH = 32;

/** Parameters that control the request itself and are not passed to features. */
export const NOT_PARAMETERS: readonly string[] = [
  'auth_token',
  'dry_run',
  'format',
  'engine_name',
  'api_key_name',
];

/** The path step for `[]`. */
const NEXT_ELEMENT = '';

type Branch = Record<string, unknown>;

/**
 * Parses a query string by the rules of Rack, which the clients of App Search rely on:
 *
 *     page[current]=2                        { page: { current: '2' } }
 *     ids[]=a&ids[]=b                        { ids: ['a', 'b'] }
 *     queries[][query]=a&queries[][query]=b  { queries: [{ query: 'a' }, { query: 'b' }] }
 *
 * If a plain name occurs twice, the last value wins; a name without `=` is null. Names with conflicting shapes
 * (`a=1&a[b]=2`) and malformed escapes are refused. Objects have no prototype, so `__proto__` is an ordinary name. Takes
 * time linear in the length of the text.
 */
export function parseQueryString(text: string): Record<string, unknown> {
  const root: Branch = Object.create(null);
  let count = 0;
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    if (++count > limits.addressParameters) throw errors.tooManyParameters();
    const equals = pair.indexOf('=');
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    if (name !== '') setAt(root, pathOf(name), equals === -1 ? null : decode(pair.slice(equals + 1)));
  }
  return root;
}

function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    throw errors.undecodable();
  }
}

/** The steps of `a[b][][c]`: a, b, next element, c. A name with unbalanced brackets is one plain step. */
function pathOf(name: string): string[] {
  const first = name.indexOf('[', 1);
  if (first === -1) return [name];
  const path = [name.slice(0, first)];
  for (let open = first; open < name.length; ) {
    const close = name[open] === '[' ? name.indexOf(']', open) : -1;
    if (close === -1) return [name];
    path.push(name.slice(open + 1, close));
    if (path.length > MAX_DEPTH) throw errors.undecodable();
    open = close + 1;
  }
  return path;
}

/** Invariant: `at` is a list exactly if the next step is an element. */
function setAt(root: Branch, path: readonly string[], value: string | null): void {
  const leaf = path.length - 1;
  let at: Branch | unknown[] = root;
  for (let level = 0; level < leaf; level++) {
    at = Array.isArray(at) ? intoList(at, path, level + 1) : intoBranch(at, path, level);
  }
  if (Array.isArray(at)) {
    at.push(value);
    return;
  }
  const name = path[leaf] as string;
  if (isContainer(at[name])) throw errors.undecodable();
  at[name] = value;
}

function intoBranch(branch: Branch, path: readonly string[], level: number): Branch | unknown[] {
  const name = path[level] as string;
  const wantsList = path[level + 1] === NEXT_ELEMENT;
  if (!(name in branch)) {
    const fresh = wantsList ? [] : Object.create(null);
    branch[name] = fresh;
    return fresh;
  }
  const child = branch[name];
  if (!isContainer(child) || Array.isArray(child) !== wantsList) throw errors.undecodable();
  return child;
}

/** The list element that the rest of the path belongs to: the last one, unless it already has that member. */
function intoList(list: unknown[], path: readonly string[], rest: number): Branch | unknown[] {
  const last = list.at(-1);
  if (path[rest] !== NEXT_ELEMENT && isContainer(last) && !Array.isArray(last) && !holds(last, path, rest)) {
    return last;
  }
  const fresh = path[rest] === NEXT_ELEMENT ? [] : Object.create(null);
  list.push(fresh);
  return fresh;
}

/** A path through a list never counts as present: `q[][ids][]=a&q[][ids][]=b` fills one list of one element. */
function holds(branch: Branch, path: readonly string[], from: number): boolean {
  if (path.indexOf(NEXT_ELEMENT, from) !== -1) return false;
  let at: unknown = branch;
  for (let level = from; level < path.length; level++) {
    const name = path[level] as string;
    if (!isContainer(at) || Array.isArray(at) || !(name in at)) return false;
    at = at[name];
  }
  return true;
}

const isContainer = (value: unknown): value is Branch | unknown[] =>
  typeof value === 'object' && value !== null;
