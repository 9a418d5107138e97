import type { BitSet } from '../segment/bits.ts';
import type { SegmentImage } from '../segment/segment.ts';
import type { Manifest, ManifestData } from './manifest.ts';
import type { WrittenSegment } from './segment-file.ts';

/** The caller's name for a segment; one key means one content for ever. */
export type Key = number | string;

export interface SegmentToSave {
  readonly key: Key;
  readonly image: SegmentImage;
  /** Documents that live; null if all do. */
  readonly liveDocs: BitSet | null;
  /** The file it is in, where the caller knows; those of keys that were saved or loaded before are known anyway. */
  readonly written?: WrittenSegment | undefined;
}

/** One state of an engine's index, to be kept. */
export interface Checkpoint {
  readonly data: ManifestData;
  /** In the order of writing. */
  readonly segments: readonly SegmentToSave[];
}

export interface Saved {
  /** Its records stand in the order of the checkpoint, and can be given as `written` next time. */
  readonly manifest: Manifest;
  /** Files that nobody needs and that could not be removed; the next save tries again. */
  readonly notRemoved: readonly string[];
}

/** A state that was read, every byte of it checked. All lists are in the order of the manifest. */
export interface LoadedEngine {
  readonly manifest: Manifest;
  /** The key of each is the name of its file, until it is saved as `written` under another. */
  readonly segments: readonly SegmentImage[];
  readonly liveDocs: ReadonlyArray<BitSet | null>;
}
