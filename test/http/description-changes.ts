import { isDeepStrictEqual } from 'node:util';
import type { Description, Schema } from '../../packages/client/generate.ts';

/** A difference of two OpenAPI descriptions, by what it means to the clients of the earlier one. */
export interface Change {
  /** `breaking`: a client may fail. `addition`: no client notices. `wording`: only texts have changed. */
  readonly kind: 'breaking' | 'addition' | 'wording';
  readonly where: string;
  readonly what: string;
}

export const changeText = ({ kind, where, what }: Change): string => `${kind}: ${where}: ${what}`;

type Direction = 'request' | 'response';
type Operation = Description['paths'][string][string];
type Content = NonNullable<Operation['responses'][string]['content']>;
interface Bounded extends Schema {
  readonly default?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly [bound: string]: unknown;
}

/** Bounds of requests. The lower ones are tighter if they grow, the upper ones if they shrink. */
const LOWER = ['minimum', 'minLength', 'minItems', 'minProperties'];
const UPPER = ['maximum', 'maxLength', 'maxItems', 'maxProperties'];

/** What has changed from one description to another. */
export function changesOf(before: Description, after: Description): readonly Change[] {
  return new Comparison(before, after).changes();
}

class Comparison {
  readonly #before: Description;
  readonly #after: Description;
  readonly #changes: Change[] = [];
  /** Pairs of named schemas that were compared: schemas can contain themselves. */
  readonly #compared = new Set<string>();

  constructor(before: Description, after: Description) {
    this.#before = before;
    this.#after = after;
  }

  changes(): readonly Change[] {
    const [before, after] = [operationsOf(this.#before), operationsOf(this.#after)];
    eachPair(before, after, (route, one, other) => {
      if (other === undefined) this.#note('breaking', route, 'was removed');
      else if (one === undefined) this.#note('addition', route, 'is new');
      else this.#operation(route, one, other);
    });
    if (this.#changes.length === 0 && !isDeepStrictEqual(this.#before, this.#after)) {
      this.#note('wording', 'the description', 'has other texts');
    }
    return this.#changes;
  }

  #note(kind: Change['kind'], where: string, what: string): void {
    this.#changes.push({ kind, where, what });
  }

  /** A change that makes what is sent or received narrower or wider. A narrower answer and a wider request are harmless. */
  #narrowed(direction: Direction, where: string, what: string): void {
    this.#note(direction === 'request' ? 'breaking' : 'addition', where, what);
  }

  #widened(direction: Direction, where: string, what: string): void {
    this.#note(direction === 'response' ? 'breaking' : 'addition', where, what);
  }

  #operation(route: string, before: Operation, after: Operation): void {
    if (before.operationId !== after.operationId) {
      this.#note('breaking', route, `has the id ${after.operationId} instead of ${before.operationId}`);
    }
    const parametersOf = ({ parameters }: Operation) =>
      Object.fromEntries(
        parameters.map((parameter) => [`${parameter.in} parameter ${parameter.name}`, parameter]),
      );
    eachPair(parametersOf(before), parametersOf(after), (name, one, other) => {
      const where = `${route}, ${name}`;
      if (other === undefined) this.#note('breaking', where, 'was removed');
      else if (one === undefined) this.#note(other.required ? 'breaking' : 'addition', where, 'is new');
      else {
        if (other.required && !one.required) this.#note('breaking', where, 'is required');
        if (one.required && !other.required) this.#note('addition', where, 'is optional');
        this.#schema('request', where, one.schema, other.schema);
      }
    });
    this.#content('request', `${route}, body`, before.requestBody?.content, after.requestBody?.content);
    eachPair(before.responses, after.responses, (status, one, other) => {
      const where = `${route}, answer ${status}`;
      if (other === undefined) this.#note('breaking', where, 'was removed');
      else if (one === undefined) this.#note('addition', where, 'is new');
      else this.#content('response', where, one.content, other.content);
    });
  }

  #content(direction: Direction, where: string, before: Content = {}, after: Content = {}): void {
    eachPair(before, after, (type, one, other) => {
      if (other === undefined) this.#note('breaking', where, `is no longer ${type}`);
      else if (one === undefined) this.#note('addition', where, `can be ${type}`);
      else this.#schema(direction, where, one.schema, other.schema);
    });
  }

  #schema(direction: Direction, where: string, before: Schema, after: Schema): void {
    const names = [before, after].map(({ $ref }) => $ref?.replace(/^.*\//, ''));
    const [name] = names;
    if (name !== undefined && name === names[1]) {
      const pair = `${name} (${direction})`;
      if (this.#compared.has(pair)) return;
      this.#compared.add(pair);
      this.#alternatives(direction, pair, resolved(this.#before, before), resolved(this.#after, after));
    } else this.#alternatives(direction, where, resolved(this.#before, before), resolved(this.#after, after));
  }

  #alternatives(direction: Direction, where: string, before: Schema, after: Schema): void {
    const [one, other] = [alternativesOf(before), alternativesOf(after)];
    if (one.length === 1 && other.length === 1) {
      this.#single(direction, where, one[0] as Bounded, other[0] as Bounded);
      return;
    }
    const removed = one.filter((schema) => !other.some((same) => isDeepStrictEqual(schema, same)));
    const added = other.filter((schema) => !one.some((same) => isDeepStrictEqual(schema, same)));
    const paired = Math.min(removed.length, added.length);
    for (let i = 0; i < paired; i++) {
      this.#schema(direction, `${where}, an alternative`, removed[i] as Schema, added[i] as Schema);
    }
    for (const schema of removed.slice(paired))
      this.#narrowed(direction, where, `is no longer ${shown(schema)}`);
    for (const schema of added.slice(paired)) this.#widened(direction, where, `can be ${shown(schema)}`);
    for (const schema of one) {
      // Alternatives of the same name may differ in what the name stands for.
      if (schema.$ref !== undefined && other.some(({ $ref }) => $ref === schema.$ref)) {
        this.#schema(direction, where, schema, schema);
      }
    }
  }

  #single(direction: Direction, where: string, before: Bounded, after: Bounded): void {
    this.#values(direction, where, 'a value of type', typesOf(before), typesOf(after));
    this.#values(direction, where, 'the value', valuesOf(before), valuesOf(after));
    this.#members(direction, where, before, after);
    if (before.items !== undefined || after.items !== undefined) {
      this.#schema(direction, `${where}, an item`, before.items ?? {}, after.items ?? {});
    }
    this.#bounds(direction, where, before, after);
    if (before.format !== after.format) {
      this.#note('breaking', where, `has the format ${after.format} instead of ${before.format}`);
    }
    if (direction === 'request' && !isDeepStrictEqual(before.default, after.default)) {
      const [was, is] = [before.default, after.default].map((value) => JSON.stringify(value));
      this.#note('breaking', where, `has the default ${is} instead of ${was}`);
    }
  }

  /** Types or values; undefined allows all of them. A new value in an answer counts as an addition, as lists of states grow. */
  #values(
    direction: Direction,
    where: string,
    what: string,
    before: readonly string[] | undefined,
    after: readonly string[] | undefined,
  ): void {
    if (before === undefined && after === undefined) return;
    if (after === undefined)
      this.#widened(direction, where, `can be anything instead of ${before?.join(', ')}`);
    else if (before === undefined) this.#narrowed(direction, where, `can only be ${after.join(', ')}`);
    else {
      for (const value of before.filter((one) => !after.includes(one))) {
        this.#narrowed(direction, where, `is no longer ${what} ${value}`);
      }
      for (const value of after.filter((one) => !before.includes(one))) {
        if (what === 'the value') this.#note('addition', where, `can be ${what} ${value}`);
        else this.#widened(direction, where, `can be ${what} ${value}`);
      }
    }
  }

  #members(direction: Direction, where: string, before: Schema, after: Schema): void {
    const [was, is] = [before.required ?? [], after.required ?? []];
    eachPair(before.properties ?? {}, after.properties ?? {}, (name, one, other) => {
      const member = `${where}, member ${name}`;
      if (other === undefined) this.#note('breaking', member, 'was removed');
      else if (one === undefined) {
        const isNeeded = direction === 'request' && is.includes(name);
        this.#note(isNeeded ? 'breaking' : 'addition', member, isNeeded ? 'is new and required' : 'is new');
      } else {
        if (is.includes(name) && !was.includes(name)) this.#narrowed(direction, member, 'is required');
        if (was.includes(name) && !is.includes(name)) this.#widened(direction, member, 'is optional');
        this.#schema(direction, member, one, other);
      }
    });
    const [one, other] = [othersOf(before), othersOf(after)];
    if (one === false && other !== false) this.#widened(direction, where, 'can have further members');
    else if (one !== false && other === false)
      this.#narrowed(direction, where, 'cannot have further members');
    else if (one !== false && other !== false)
      this.#schema(direction, `${where}, a further member`, one, other);
  }

  #bounds(direction: Direction, where: string, before: Bounded, after: Bounded): void {
    if (direction === 'response') return;
    for (const bound of [...LOWER, ...UPPER]) {
      if (before[bound] === after[bound]) continue;
      const free = LOWER.includes(bound) ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
      const [was, is] = [Number(before[bound] ?? free), Number(after[bound] ?? free)];
      const isTighter = LOWER.includes(bound) ? is > was : is < was;
      this.#note(isTighter ? 'breaking' : 'addition', where, `has the ${bound} ${is} instead of ${was}`);
    }
    if (before.pattern !== after.pattern) {
      this.#note('breaking', where, `has the pattern ${after.pattern} instead of ${before.pattern}`);
    }
  }
}

const operationsOf = ({ paths }: Description): Record<string, Operation> =>
  Object.fromEntries(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
    ),
  );

/** Calls `compare` with the entries of both objects by their names. */
function eachPair<T>(
  before: Readonly<Record<string, T>>,
  after: Readonly<Record<string, T>>,
  compare: (name: string, one: T | undefined, other: T | undefined) => void,
): void {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    compare(name, before[name], after[name]);
  }
}

function resolved({ components }: Description, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  return components.schemas[schema.$ref.replace(/^.*\//, '')] ?? {};
}

const alternativesOf = (schema: Schema): readonly Schema[] => schema.anyOf ?? schema.oneOf ?? [schema];

const typesOf = ({ type }: Schema): readonly string[] | undefined =>
  type === undefined ? undefined : ([type].flat() as string[]);

const valuesOf = (schema: Schema): readonly string[] | undefined =>
  ('const' in schema ? [schema.const] : schema.enum)?.map((value) => JSON.stringify(value));

/** The schema of members that are not named; false if there are none. */
const othersOf = ({ additionalProperties: others = false }: Schema): Schema | false =>
  others === true ? {} : others;

const shown = (schema: Schema): string =>
  schema.$ref?.replace(/^.*\//, '') ??
  typesOf(schema)?.join(' or ') ??
  valuesOf(schema)?.join(' or ') ??
  'anything';
