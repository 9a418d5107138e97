import { runToCompletion } from '../runtime/time-slice.ts';
import { DictionaryWriter } from './dictionary.ts';
import { hashOfBytes, idSlots } from './id-table.ts';
import { KWayMerge } from './k-way-merge.ts';
import { DELETED, type DocMap, STEPS_PER_YIELD } from './merge-map.ts';
import type { Segment } from './segment.ts';
import type { SectionSources } from './serializer.ts';
import { TextBytes } from './text-bytes.ts';

/** Collects ids in order, with the document of each, into the id sections of a segment. */
class Identities {
  readonly #ids = new DictionaryWriter();
  readonly #hashes: Uint32Array;
  readonly #docOfId: Uint32Array;
  readonly #idOf: Uint32Array;

  constructor(docCount: number) {
    this.#hashes = new Uint32Array(docCount);
    this.#docOfId = new Uint32Array(docCount);
    this.#idOf = new Uint32Array(docCount);
  }

  add(bytes: Uint8Array, start: number, end: number, doc: number): void {
    const ordinal = this.#ids.size;
    this.#hashes[ordinal] = hashOfBytes(bytes, start, end);
    this.#docOfId[ordinal] = doc;
    this.#idOf[doc] = ordinal;
    this.#ids.add(bytes, start, end);
  }

  *addTo(out: SectionSources): Generator<void, void> {
    this.#ids.addTo(out, 'ids');
    out.set('idSlots', yield* idSlots(this.#hashes));
    out.set('docOfId', this.#docOfId).set('idOf', this.#idOf);
  }
}

/** The id sections of new documents. */
export function addIdentities(out: SectionSources, ids: readonly string[], sequences: Float64Array): void {
  const texts = new TextBytes();
  for (const id of ids) texts.add(id);
  const { bytes, offsets, order } = texts.sorted();
  const identities = new Identities(ids.length);
  for (const doc of order) identities.add(bytes, offsets[doc] as number, offsets[doc + 1] as number, doc);
  runToCompletion(identities.addTo(out));
  out.set('sequences', sequences);
}

/** The id sections of the live documents of several segments. Cost: per id one step of the merge and its bytes. */
export function* mergeIdentities(
  out: SectionSources,
  segments: readonly Segment[],
  maps: readonly DocMap[],
  docCount: number,
): Generator<void, void> {
  const identities = new Identities(docCount);
  const merge = new KWayMerge(segments.map(({ ids }) => ids));
  for (let steps = 1; merge.next(); steps++) {
    // Several segments may have an id; at most one of these documents is live.
    for (let h = 0; h < merge.count; h++) {
      const holder = merge.holders[h] as number;
      const { ids, docOfId } = segments[holder] as Segment;
      const ordinal = merge.ordinals[holder] as number;
      const doc = (maps[holder] as DocMap).numbers[docOfId[ordinal] as number] as number;
      if (doc === DELETED) continue;
      identities.add(ids.blob, ids.offsets[ordinal] as number, ids.offsets[ordinal + 1] as number, doc);
    }
    if (steps % STEPS_PER_YIELD === 0) yield;
  }
  yield* identities.addTo(out);
  out.set('sequences', yield* mergedSequences(segments, maps, docCount));
}

function* mergedSequences(
  segments: readonly Segment[],
  maps: readonly DocMap[],
  docCount: number,
): Generator<void, Float64Array> {
  const merged = new Float64Array(docCount);
  for (const [i, { sequences }] of segments.entries()) {
    const { numbers } = maps[i] as DocMap;
    for (let doc = 0; doc < numbers.length; doc++) {
      const target = numbers[doc] as number;
      if (target !== DELETED) merged[target] = sequences[doc] as number;
      if (doc % (64 * STEPS_PER_YIELD) === 0) yield;
    }
  }
  return merged;
}
