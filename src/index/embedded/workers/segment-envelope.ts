import type { SectionEntry, SectionKind } from '../segment/sections.ts';
import type { SegmentImage } from '../segment/segment.ts';

/**
 * A segment as it crosses threads: it has hundreds of sections, and to copy an object for each of them would cost more
 * than to build a small segment.
 *
 *   names   kind and name of each section, one a line; the same text for all segments with the same fields
 *   places  per section where it begins, and its length
 */
export interface SegmentParcel {
  readonly buffer: SharedArrayBuffer;
  readonly names: string;
  readonly places: Float64Array;
  readonly schema: SegmentImage['schema'];
}

export function segmentParcel({ buffer, entries, schema }: SegmentImage): SegmentParcel {
  const places = new Float64Array(2 * entries.length);
  let names = '';
  for (let i = 0; i < entries.length; i++) {
    const { kind, name, at, length } = entries[i] as SectionEntry;
    names += `${kind} ${name}\n`;
    places[2 * i] = at;
    places[2 * i + 1] = length;
  }
  return { buffer, names, places, schema };
}

export const segmentIn = ({ buffer, names, places, schema }: SegmentParcel): SegmentImage => ({
  buffer,
  entries: namesIn(names).map(({ kind, name }, i) => ({
    name,
    kind,
    at: places[2 * i] as number,
    length: places[2 * i + 1] as number,
  })),
  schema,
});

interface Named {
  readonly kind: SectionKind;
  readonly name: string;
}

/** Lists of names that came lately. */
const MOST_KNOWN = 64;
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
  if (known.size === MOST_KNOWN) known.clear();
  known.set(names, list);
  return list;
}
