import type { Dictionary } from './dictionary.ts';
import { STEPS_PER_YIELD } from './merge-map.ts';

/** Load factor of the table: two or three probes find an id. */
const MAX_LOAD = 0.7;

/** FNV-1a with the finalizer of MurmurHash3, because the slot is taken from the high bits. */
export function hashOfBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

const slotOf = (hash: number, slots: number): number => Math.floor((hash / 2 ** 32) * slots);

/** Slots of a table for a number of ids. */
const slotsFor = (ids: number): number => Math.floor(ids / MAX_LOAD) + 1;

/** The slots of a table, from the hashes of ids by ordinal. */
export function* idSlots(hashes: Uint32Array): Generator<void, Uint32Array> {
  const count = slotsFor(hashes.length);
  const slots = new Uint32Array(count);
  for (let ordinal = 0; ordinal < hashes.length; ordinal++) {
    let slot = slotOf(hashes[ordinal] as number, count);
    while (slots[slot] !== 0) slot = slot + 1 === count ? 0 : slot + 1;
    slots[slot] = ordinal + 1;
    if (ordinal % (64 * STEPS_PER_YIELD) === 0) yield;
  }
  return slots;
}

/**
 * A hash table with linear probing, from ids to ordinals: faster than a binary search in the dictionary.
 *
 *   slots  ordinal + 1 of an id at the slot of its hash or, if that is taken, at the next free one; 0: free
 */
export class IdTable {
  readonly #ids: Dictionary;
  readonly #slots: Uint32Array;

  constructor(ids: Dictionary, slots: Uint32Array) {
    this.#ids = ids;
    this.#slots = slots;
  }

  /** The ordinal of an id, -1 if there is none. Cost: two or three probes, each of which compares an id. */
  find(id: string): number {
    if (id !== lastId) read(id);
    const length = idLength;
    const slots = this.#slots;
    let slot = slotOf(idHash, slots.length);
    for (;;) {
      const entry = slots[slot] as number;
      if (entry === 0) return -1;
      if (this.#ids.isText(entry - 1, idBytes, length)) return entry - 1;
      slot = slot + 1 === slots.length ? 0 : slot + 1;
    }
  }
}

const encoder = new TextEncoder();
/** The last id, its bytes and their hash: the same id is looked up in one segment after another. */
let lastId = '';
let idBytes = new Uint8Array(1024);
let idLength = 0;
let idHash = hashOfBytes(idBytes, 0, 0);

function read(id: string): void {
  idLength = encode(id);
  idHash = hashOfBytes(idBytes, 0, idLength);
  lastId = id;
}

/** Writes the bytes of an id to `idBytes` and returns their number. */
function encode(id: string): number {
  if (idBytes.length < 3 * id.length) idBytes = new Uint8Array(3 * id.length);
  for (let i = 0; i < id.length; i++) {
    const unit = id.charCodeAt(i);
    if (unit > 127) return encoder.encodeInto(id, idBytes).written;
    idBytes[i] = unit;
  }
  return id.length;
}
