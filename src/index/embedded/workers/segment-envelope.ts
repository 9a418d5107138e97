import type { SectionEntry, SectionKind } from '../segment/sections.ts';
import type { SegmentImage } from '../segment/segment.ts';

/**
 * A segment in a form that is cheap to send to another thread. A segment has hundreds of sections, and cloning an
 * object for each would cost more than building a small segment.
 *
 *   names    kind and name of each section, one per line; the same text for all segments with the same fields
 *   offsets  per section its first byte and its length
 */
export interface SegmentEnvelope {
  readonly buffer: SharedArrayBuffer;
  readonly names: string;
  readonly offsets: Float64Array;
  readonly schema: SegmentImage['schema'];
}

export function toEnvelope({ buffer, entries, schema }: SegmentImage): SegmentEnvelope {
  const offsets = new Float64Array(2 * entries.length);
  let names = '';
  for (let i = 0; i < entries.length; i++) {
    const { kind, name, at, length } = entries[i] as SectionEntry;
    names += `${kind} ${name}\n`;
    offsets[2 * i] = at;
    offsets[2 * i + 1] = length;
  }
  return { buffer, names, offsets, schema };
}

export const fromEnvelope = ({ buffer, names, offsets, schema }: SegmentEnvelope): SegmentImage => ({
  buffer,
  entries: namesIn(names).map(({ kind, name }, i) => ({
    name,
    kind,
    at: offsets[2 * i] as number,
    length: offsets[2 * i + 1] as number,
  })),
  schema,
});

interface Named {
  readonly kind: SectionKind;
  readonly name: string;
}

/** Parsed lists of names that are cached. */
const MAX_CACHED = 64;
const known = new Map<string, readonly Named[]>();

function namesIn(names: string): readonly Named[] {
  const before = known.get(names);
  if (before !== undefined) return before;
  const list = names
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const blank = line.indexOf(' ');
      return { kind: line.slice(0, blank) as SectionKind, name: line.slice(blank + 1) };
    });
  if (known.size === MAX_CACHED) known.clear();
  known.set(names, list);
  return list;
}
