import { texts } from '../error-texts.ts';
import { badRequest } from '../errors.ts';
import { limits } from '../limits.ts';
import type { KeyRecord } from '../store/port.ts';
import { type Details, type DetailsRequest, detailsAfter, NO_DETAILS, parseDetails } from './key-details.ts';
import { KEY_KINDS, type KeyKind } from './key-value.ts';

/** What a key may do and where: everything but its name, kind and value. */
export type Rights = Pick<KeyRecord, 'read' | 'write' | 'accessAllEngines' | 'engines'>;

/** The members that a request names; those it leaves out or gives as null are undefined, details excepted. */
export interface KeyRequest extends DetailsRequest {
  readonly name: string | undefined;
  readonly kind: KeyKind | undefined;
  readonly read: boolean | undefined;
  readonly write: boolean | undefined;
  readonly accessAllEngines: boolean | undefined;
  readonly engines: readonly string[] | undefined;
}

export interface NewKey extends Rights, Details {
  readonly name: string;
  readonly kind: KeyKind;
}

const isKeyName = (name: string): boolean => /^[A-Za-z0-9-]+$/.test(name);

/** A scope can name engines that do not exist yet, but no longer text than the name of an engine. */
const canNameEngine = (engine: unknown): boolean =>
  typeof engine === 'string' && engine !== '' && engine.length <= limits.engineNameLength;

/** Parses the parameters of a credentials request; a refusal has every message that applies. */
export function parseKeyRequest(
  params: Readonly<Record<string, unknown>>,
  now: number = Date.now(),
): KeyRequest {
  const messages: string[] = [];
  const given = (name: string): unknown =>
    Object.hasOwn(params, name) ? (params[name] ?? undefined) : undefined;
  const flag = (name: string, label: string): boolean | undefined => {
    const value = given(name);
    if (value === undefined || typeof value === 'boolean') return value;
    if (value === 'true' || value === 'false') return value === 'true';
    messages.push(`${label} must be true or false`);
    return undefined;
  };

  const name = given('name');
  if (name !== undefined) {
    if (typeof name !== 'string' || !isKeyName(name)) messages.push(texts.keyNameCharacters);
    else if (name.length > limits.keyNameLength) messages.push(texts.keyNameTooLong);
  }
  const kind = given('type');
  if (kind !== undefined && !(KEY_KINDS as readonly unknown[]).includes(kind))
    messages.push(texts.typeNotInList);
  const read = flag('read', 'Read');
  const write = flag('write', 'Write');
  const accessAllEngines = flag('access_all_engines', 'Access all engines');
  const engines = given('engines');
  if (Array.isArray(engines) && engines.length > limits.scopeEngines) messages.push(texts.scopeTooLarge);
  else if (engines !== undefined && !(Array.isArray(engines) && engines.every(canNameEngine))) {
    messages.push(texts.enginesNotList);
  }
  const details = parseDetails(params, messages, now);
  if (messages.length > 0) throw badRequest(messages);
  return {
    ...details,
    name: name as string | undefined,
    kind: kind as KeyKind | undefined,
    read,
    write,
    accessAllEngines,
    engines: engines === undefined ? undefined : [...new Set(engines as string[])],
  };
}

/** How long the value until now stays valid after a rotation, in seconds. */
export function parseOverlap(params: Readonly<Record<string, unknown>>): number {
  const sent = params.overlap_seconds ?? limits.rotationOverlap.default;
  const seconds = typeof sent === 'string' && /^\d{1,9}$/.test(sent) ? Number(sent) : sent;
  if (Number.isInteger(seconds) && (seconds as number) >= 0) {
    if ((seconds as number) <= limits.rotationOverlap.most) return seconds as number;
  }
  throw badRequest(texts.overlapOutOfRange);
}

type Scope = Pick<KeyRecord, 'accessAllEngines' | 'engines'>;

/** The scope that a request names, undefined if it names none. */
function namedScope({ accessAllEngines, engines }: KeyRequest): Scope | undefined {
  if (accessAllEngines === undefined && engines === undefined) return undefined;
  const named = engines ?? [];
  if (accessAllEngines === true) {
    if (named.length > 0) throw badRequest(texts.enginesBesideAll);
    return { accessAllEngines: true, engines: null };
  }
  if (named.length === 0) throw badRequest(texts.enginesRequired);
  return { accessAllEngines: accessAllEngines ?? null, engines: named };
}

/**
 * The rights of a key of `kind` after a request: members that the request names are replaced, others keep their value
 * (`before`), so that an old script cannot widen a key. A new key gets the defaults.
 * `read` and `write` apply to private keys only and are dropped for the others.
 */
export function rightsAfter(kind: KeyKind, request: KeyRequest, before: Rights | undefined): Rights {
  if (kind === 'admin') {
    if (request.engines !== undefined && request.engines.length > 0) throw badRequest(texts.adminHasNoScope);
    return { read: null, write: null, accessAllEngines: null, engines: null };
  }
  const scope = namedScope(request) ?? before ?? { accessAllEngines: true, engines: null };
  const { accessAllEngines, engines } = scope;
  if (kind === 'search') return { read: null, write: null, accessAllEngines, engines };
  // A new key without either gets both; with one of them, the other is false.
  const unnamed = before === undefined && request.read === undefined && request.write === undefined;
  const read = request.read ?? before?.read ?? unnamed;
  const write = request.write ?? before?.write ?? unnamed;
  if (!read && !write) throw badRequest(texts.keyWithoutRights);
  return { read, write, accessAllEngines, engines };
}

/** The key that a request to create one describes. */
export function newKeyOf(request: KeyRequest): NewKey {
  const { name, kind } = request;
  const missing = [name === undefined ? 'name' : '', kind === undefined ? 'type' : ''].filter(
    (it) => it !== '',
  );
  if (name === undefined || kind === undefined) {
    throw badRequest(missing.map((it) => `Missing required parameter: ${it}`));
  }
  return { name, kind, ...rightsAfter(kind, request, undefined), ...detailsAfter(request, NO_DETAILS) };
}
