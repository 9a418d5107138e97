import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { limits } from '../../src/limits.ts';
import type { Body } from './attack.ts';

/** Bodies that are expensive to read, whatever the route does with them. */

export const plain = (text: string): Body => {
  const bytes = Buffer.from(text);
  return { bytes, size: bytes.length };
};

export const json = (value: unknown): Body => plain(JSON.stringify(value));

/** Compressed by about 1:100,000 if the text repeats itself. */
export const brotli = (text: string): Body => ({
  bytes: brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  coding: 'br',
  size: Buffer.byteLength(text),
});

/** Lines for an import, compressed. */
export const lines = (text: string): Body => ({
  bytes: gzipSync(text, { level: 1 }),
  coding: 'gzip',
  mediaType: 'application/x-ndjson',
  size: Buffer.byteLength(text),
});

/** `text` and blanks, `bytes` bytes in total. */
export const padded = (text: string, bytes: number): string => text + ' '.repeat(bytes - text.length);

/** As many empty objects as fit into `bytes` bytes. */
export const emptyObjects = (bytes: number): string => {
  const count = Math.floor((bytes - 4) / 3);
  return `[${'{},'.repeat(count)}{}]`;
};

/** An object with as many different names as fit into `bytes` bytes; at most a million. */
export function manyMembers(bytes: number, most = 1_000_000): string {
  const members: string[] = [];
  let size = 2;
  for (let at = 0; at < most; at++) {
    const member = `"${at.toString(36)}":1`;
    size += member.length + 1;
    if (size > bytes) break;
    members.push(member);
  }
  return `{${members.join(',')}}`;
}

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

/** As many arrays of `depth` levels in total as fit. */
export function nestedArrays(depth: number, bytes: number): string {
  const one = nested(depth - 1);
  const count = Math.max(1, Math.floor((bytes - 2) / (one.length + 1)));
  return `[${Array.from({ length: count }, () => one).join(',')}]`;
}

interface NamedBody {
  readonly name: string;
  readonly isWithin: boolean;
  readonly body: () => Body;
}

/** The bodies that are sent to every route, by the limit of its body. */
export const bodiesFor = (limit: number): NamedBody[] => [
  { name: 'members', isWithin: true, body: () => plain(manyMembers(limit)) },
  { name: 'empty objects, brotli', isWithin: true, body: () => brotli(emptyObjects(limit)) },
  { name: '100 levels', isWithin: true, body: () => plain(nestedArrays(limits.bodyDepth, limit)) },
  { name: 'a byte too long', isWithin: false, body: () => plain(padded('{}', limit + 1)) },
  { name: 'bomb of 64 MB', isWithin: false, body: () => brotli(emptyObjects(2 ** 26)) },
  // Not refused by routes that do not read their body.
  { name: '101 levels', isWithin: true, body: () => plain(nestedArrays(limits.bodyDepth + 1, 1000)) },
];

/** Objects, arrays and members of a value. */
const partsOf = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Object.values(value).reduce((sum: number, part) => sum + partsOf(part), 1);
  return Array.isArray(value) ? inner : inner + Object.keys(value).length;
};

/** Whether a search request is within the limits of bodies. */
const fits = (value: unknown): boolean => {
  const bytes = Buffer.byteLength(JSON.stringify(value));
  if (bytes <= limits.smallBody) return true;
  // Some room for the options that are added to it.
  return bytes <= limits.bodies.search - 1000 && partsOf(value) <= limits.largeBodyParts - 100;
};

/**
 * The value of about the largest `n` up to `most` that fits into the body of a search. Size grows linearly with `n`, so it
 * is estimated from a small value and then lowered until the value fits.
 */
export function largest<T>(most: number, build: (n: number) => T): T {
  const sizeOf = (value: T): number =>
    Math.max(
      Buffer.byteLength(JSON.stringify(value)) / limits.bodies.search,
      partsOf(value) / limits.largeBodyParts,
    );
  const small = Math.min(4, most);
  for (let n = Math.min(most, Math.floor(small / sizeOf(build(small)))); n > 1; n = Math.floor(0.98 * n)) {
    const value = build(n);
    if (fits(value)) return value;
  }
  return build(1);
}
