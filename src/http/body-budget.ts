import { getHeapStatistics } from 'node:v8';
import { errors } from '../errors.ts';
import { limits } from '../limits.ts';

const MEGABYTE = 2 ** 20;

/**
 * Bodies compete for memory only with bodies of their kind: neither a stranger nor a bulk import can use up what small
 * searches need. Bodies up to `limits.tinyBody` do not compete at all; there is at most one per connection.
 * - `open`: requests without key or session
 * - `small`: bodies up to `limits.smallBody`
 * - `large`: all others
 */
type Kind = 'open' | 'small' | 'large';

/** Bytes of bodies that the process may hold at once, by kind. */
export type BodyMemory = Readonly<Record<Kind, number>>;

/**
 * The memory for bodies: for large ones an eighth of FINDLING_MEMORY and of the JavaScript heap, where the texts are
 * (with two bytes per character if one needs them). But room for three of the largest, and no more than one thread can
 * parse within a few seconds.
 */
export function bodyMemory(memory: number, heap = getHeapStatistics().heap_size_limit): BodyMemory {
  const share = Math.floor(Math.min(memory, heap) / 8);
  const large = Math.min(256 * MEGABYTE, Math.max(32 * MEGABYTE, share));
  return { open: large / 16, small: large / 4, large };
}

/** Counts the bytes of bodies that the process holds, from their arrival until the handler has answered. */
export class BodyBudget {
  readonly #memory: BodyMemory;
  readonly #held: Record<Kind, number> = { open: 0, small: 0, large: 0 };

  constructor(memory: BodyMemory) {
    this.#memory = memory;
  }

  /** An account for the body of one request. */
  account(isAuthenticated: boolean): BodyAccount {
    return new BodyAccount(this, isAuthenticated);
  }

  hasRoom(kind: Kind, bytes: number): boolean {
    return this.#held[kind] + bytes <= this.#memory[kind];
  }

  change(kind: Kind, bytes: number): void {
    this.#held[kind] += bytes;
  }
}

/**
 * The bytes that one body holds. Only bytes that have arrived are counted: a client that announces a large body and sends
 * nothing takes no memory from others.
 */
export class BodyAccount {
  readonly #budget: BodyBudget;
  readonly #isAuthenticated: boolean;
  /** Undefined for a tiny body, which is not counted. */
  #kind: Kind | undefined;
  #bytes = 0;

  constructor(budget: BodyBudget, isAuthenticated: boolean) {
    this.#budget = budget;
    this.#isAuthenticated = isAuthenticated;
  }

  /** Throws if there is no memory for a body of the announced size, so that it is not read in vain. */
  announce(bytes: number): void {
    const kind = this.#kindOf(bytes);
    if (kind !== undefined && !this.#budget.hasRoom(kind, bytes)) throw errors.tooManyBodies();
  }

  /** Adds bytes that have arrived or were decompressed; throws if there is no memory for them. */
  add(bytes: number): void {
    const total = this.#bytes + bytes;
    const kind = this.#kindOf(total);
    if (kind !== undefined) {
      if (!this.#budget.hasRoom(kind, kind === this.#kind ? bytes : total)) throw errors.tooManyBodies();
      if (this.#kind !== undefined) this.#budget.change(this.#kind, -this.#bytes);
      this.#budget.change(kind, total);
    }
    this.#kind = kind;
    this.#bytes = total;
  }

  /** Returns all bytes. */
  close(): void {
    if (this.#kind !== undefined) this.#budget.change(this.#kind, -this.#bytes);
    this.#kind = undefined;
    this.#bytes = 0;
  }

  #kindOf(bytes: number): Kind | undefined {
    if (bytes <= limits.tinyBody) return undefined;
    if (!this.#isAuthenticated) return 'open';
    return bytes <= limits.smallBody ? 'small' : 'large';
  }
}
