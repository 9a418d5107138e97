import { MIN_RELEASED, releaseChunk } from './arena.ts';
import type { GrowableUint8Array, GrowableUint32Array } from './growable-arrays.ts';
import { type Section, type SectionEntry, type SectionKind, Sections } from './sections.ts';
import { LARGEST_BUFFER, SegmentTooLarge } from './segment-too-large.ts';

type Growing = GrowableUint8Array | GrowableUint32Array;

/** The content of a section: an array or a growable array. */
export type SectionSource = Section | Growing;
export type SectionSources = Map<string, SectionSource>;

const ALIGNMENT = 8;
/** Elements copied between two yields. */
const COPIED_AT_ONCE = 1 << 18;

/** The bytes of a section in its buffer, with padding. */
const alignedBytes = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

/**
 * Copies sections one after another into a new shared buffer. The sources must not be used afterwards: their memory is
 * released chunk by chunk as soon as it has been copied, so that memory for two copies of the segment is never needed.
 */
export function* serialize(sources: SectionSources): Generator<void, Sections> {
  const entries: SectionEntry[] = [];
  let size = 0;
  for (const [name, source] of sources) {
    const kind = kindOf(source);
    entries.push({ name, kind, at: size, length: source.length });
    size += alignedBytes(source.length * BYTES[kind]);
  }
  if (size > LARGEST_BUFFER) throw new SegmentTooLarge('its buffer', size, LARGEST_BUFFER);
  const sections = new Sections(new SharedArrayBuffer(size), entries);
  let copied = 0;
  for (const entry of entries) {
    const source = sources.get(entry.name) as SectionSource;
    const target = sections[READERS[entry.kind]](entry.name);
    const isLarge = source.length >= MIN_RELEASED;
    let at = 0;
    for (const piece of isGrowing(source) ? source.chunks() : [source]) {
      for (let from = 0; from < piece.length; from += COPIED_AT_ONCE) {
        const some = piece.length <= COPIED_AT_ONCE ? piece : piece.subarray(from, from + COPIED_AT_ONCE);
        target.set(some, at);
        at += some.length;
        copied += some.length;
        if (copied < COPIED_AT_ONCE) continue;
        copied = 0;
        yield;
      }
      if (isLarge && piece.buffer instanceof ArrayBuffer) releaseChunk(piece.buffer);
    }
  }
  return sections;
}

const BYTES: Readonly<Record<SectionKind, number>> = { u8: 1, u16: 2, u32: 4, f64: 8 };
const READERS = { u8: 'bytes', u16: 'shorts', u32: 'words', f64: 'doubles' } as const;

const isGrowing = (source: SectionSource): source is Growing => 'kind' in source;

function kindOf(source: SectionSource): SectionKind {
  if (isGrowing(source)) return source.kind;
  if (source instanceof Uint8Array) return 'u8';
  if (source instanceof Uint16Array) return 'u16';
  if (source instanceof Uint32Array) return 'u32';
  return 'f64';
}
