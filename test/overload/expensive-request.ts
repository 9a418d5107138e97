import type { Attack, Body, CallerKind } from './attack.ts';
import { json } from './bodies.ts';

/** A request of the tables of attacks: what is sent, apart from its route. */
export interface Request {
  readonly name: string;
  readonly isWithin: boolean;
  readonly body?: () => Body;
  /** A query string, without `?`. */
  readonly query?: string;
  readonly engine?: string;
  readonly prepare?: Attack['prepare'];
  /** All by default. */
  readonly callers?: readonly CallerKind[];
  readonly counts?: readonly number[];
}

export const within = (name: string, body?: unknown, more: Partial<Request> = {}): Request => ({
  name,
  isWithin: true,
  ...(body !== undefined && { body: () => json(body) }),
  ...more,
});
export const beyond = (name: string, body: unknown, more: Partial<Request> = {}): Request => ({
  ...within(name, body, more),
  isWithin: false,
});

export const many = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** For a route that gets only what every route gets. */
export const NOTHING: readonly Request[] = [];
