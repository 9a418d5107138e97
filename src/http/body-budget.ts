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
 * (with two bytes per character if one needs them). But room for one of the largest, and no more than one thread can parse
 * within a few seconds.
 */
export function bodyMemory(memory: number, heap = getHeapStatistics().heap_size_limit): BodyMemory {
  const share = Math.floor(Math.min(memory, heap) / 8);
  const large = Math.min(256 * MEGABYTE, Math.max(16 * MEGABYTE, share));
  return { open: large / 16, small: large / 4, large };
}

/** The share of the memory of a kind that the bodies of one key, or of one address without a key, may take. */
const OWN_SHARE = 3 / 4;

/** Counts the bytes of bodies that the process holds, from their arrival until the handler has answered. */
export class BodyBudget {
  readonly #memory: BodyMemory;
  readonly #held: Record<Kind, number> = { open: 0, small: 0, large: 0 };
  /** By kind and owner. */
  readonly #own = new Map<string, number>();

  constructor(memory: BodyMemory) {
    this.#memory = memory;
  }

  /** Bytes of all bodies, tiny ones excepted. */
  get bytes(): number {
    return this.#held.open + this.#held.small + this.#held.large;
  }

  /** An account for the body of one request. `owner`: the key, or the address if there is none. */
  account(isAuthenticated: boolean, owner: string): BodyAccount {
    return new BodyAccount(this, isAuthenticated, owner);
  }

  hasRoom(kind: Kind, owner: string, bytes: number): boolean {
    const own = this.#own.get(`${kind} ${owner}`) ?? 0;
    return this.#held[kind] + bytes <= this.#memory[kind] && own + bytes <= this.#memory[kind] * OWN_SHARE;
  }

  change(kind: Kind, owner: string, bytes: number): void {
    this.#held[kind] += bytes;
    const name = `${kind} ${owner}`;
    const own = (this.#own.get(name) ?? 0) + bytes;
    if (own > 0) this.#own.set(name, own);
    else this.#own.delete(name);
  }
}

/**
 * The bytes that one body holds. Only bytes that have arrived are counted: a client that announces a large body and sends
 * nothing takes no memory from others.
 */
export class BodyAccount {
  readonly #budget: BodyBudget;
  readonly #isAuthenticated: boolean;
  readonly #owner: string;
  /** Undefined for a tiny body, which is not counted. */
  #kind: Kind | undefined;
  #bytes = 0;

  constructor(budget: BodyBudget, isAuthenticated: boolean, owner: string) {
    this.#budget = budget;
    this.#isAuthenticated = isAuthenticated;
    this.#owner = owner;
  }

  /** Throws if there is no memory for a body of the announced size, so that it is not read in vain. */
  announce(bytes: number): void {
    const kind = this.#kindOf(bytes);
    if (kind !== undefined && !this.#budget.hasRoom(kind, this.#owner, bytes)) throw errors.tooManyBodies();
  }

  /** Adds bytes that have arrived or were decompressed; throws if there is no memory for them. */
  add(bytes: number): void {
    const total = this.#bytes + bytes;
    const kind = this.#kindOf(total);
    if (kind !== undefined) {
      if (!this.#budget.hasRoom(kind, this.#owner, kind === this.#kind ? bytes : total))
        throw errors.tooManyBodies();
      if (this.#kind !== undefined) this.#budget.change(this.#kind, this.#owner, -this.#bytes);
      this.#budget.change(kind, this.#owner, total);
    }
    this.#kind = kind;
    this.#bytes = total;
  }

  /** Returns all bytes. */
  close(): void {
    if (this.#kind !== undefined) this.#budget.change(this.#kind, this.#owner, -this.#bytes);
    this.#kind = undefined;
    this.#bytes = 0;
  }

  #kindOf(bytes: number): Kind | undefined {
    if (bytes <= limits.tinyBody) return undefined;
    if (!this.#isAuthenticated) return 'open';
    return bytes <= limits.smallBody ? 'small' : 'large';
  }
}
