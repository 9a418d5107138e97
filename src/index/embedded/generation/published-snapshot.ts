import type { Analyzer } from '../../../analysis/analyzer.ts';
import type { SegmentReader } from '../snapshot/segment-reader.ts';
import { Snapshot } from '../snapshot/snapshot.ts';
import type { ReplicableSnapshot } from '../workers/searchers.ts';
import { toEnvelope } from '../workers/segment-envelope.ts';
import type { SnapshotMessage } from '../workers/snapshot-replicas.ts';

let lastNumber = 0;

/** A snapshot of this thread, and what other threads need to make a replica of it. Immutable. */
export class PublishedSnapshot implements ReplicableSnapshot {
  readonly generation: number;
  readonly engineId: number;
  readonly number = ++lastNumber;
  readonly language: string | null;
  readonly readers: readonly SegmentReader[];
  readonly snapshot: Snapshot;

  constructor(
    generation: number,
    engineId: number,
    language: string | null,
    analyzer: Analyzer,
    readers: readonly SegmentReader[],
  ) {
    this.generation = generation;
    this.engineId = engineId;
    this.language = language;
    this.readers = readers;
    this.snapshot = new Snapshot(readers, analyzer, engineId);
  }

  get keys(): number[] {
    return this.readers.map(({ key }) => key);
  }

  get loadedTexts(): number {
    return this.readers.reduce((sum, { segment }) => sum + segment.loadedTexts().length, 0);
  }

  message(isKnown: (key: number) => boolean): SnapshotMessage {
    return {
      generation: this.generation,
      engineId: this.engineId,
      number: this.number,
      language: this.language,
      segments: this.readers.map(({ key, version, liveDocs, segment }) => ({
        key,
        version,
        liveDocs,
        ...(!isKnown(key) && { envelope: toEnvelope(segment.image) }),
        long: segment.loadedTexts(),
      })),
    };
  }
}
