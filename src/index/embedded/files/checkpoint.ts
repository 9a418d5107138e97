import type { BitSet } from '../segment/bits.ts';
import type { SegmentImage } from '../segment/segment.ts';
import type { Manifest, ManifestData } from './manifest.ts';
import type { WrittenSegment } from './segment-file.ts';

/** The caller's name for a segment; a key always stands for the same content. */
export type Key = number | string;

export interface SegmentToSave {
  readonly key: Key;
  readonly image: SegmentImage;
  /** Null if all documents are live. */
  readonly liveDocs: BitSet | null;
  /** The file that has it, if the caller knows; files of keys that were saved or loaded before are known already. */
  readonly written?: WrittenSegment | undefined;
}

/** One state of an engine's index, to be saved. */
export interface Checkpoint {
  readonly data: ManifestData;
  /** In the order of writing. */
  readonly segments: readonly SegmentToSave[];
}

export interface Saved {
  /** Its records are in the order of the checkpoint, and can be passed as `written` next time. */
  readonly manifest: Manifest;
  /** Unneeded files that could not be removed; the next save tries again. */
  readonly notRemoved: readonly string[];
}

/** A loaded state, every byte verified. All lists are in the order of the manifest. */
export interface LoadedEngine {
  readonly manifest: Manifest;
  /** The key of each is the name of its file, until it is saved under another key as `written`. */
  readonly segments: readonly SegmentImage[];
  readonly liveDocs: ReadonlyArray<BitSet | null>;
}
