import type { FacetOutcome, FacetPlan } from '../../../plan.ts';
import type { SegmentReader } from '../../snapshot/segment-reader.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { FacetCounter } from './facet-counter.ts';
import type { CountDocs } from './ordinal-counts.ts';

type EnginePlan = Extract<FacetPlan, { kind: 'engine' }>;

/** Counts documents by engine, which is the same for all documents of a segment. */
export class EngineFacet implements FacetCounter {
  readonly #engineOf: ReadonlyMap<SegmentReader, number>;
  readonly #counts = new Map<number, number>();

  constructor(snapshot: Snapshot) {
    this.#engineOf = new Map(snapshot.readers.map((reader, i) => [reader, snapshot.engineOf(i)]));
  }

  counterFor(reader: SegmentReader): CountDocs {
    return (_, count) => this.#add(reader, count);
  }

  countAllLive(reader: SegmentReader, excluded: Uint32Array): boolean {
    this.#add(reader, reader.liveCount - excluded.length);
    return true;
  }

  #add(reader: SegmentReader, count: number): void {
    const engineId = this.#engineOf.get(reader) as number;
    this.#counts.set(engineId, (this.#counts.get(engineId) ?? 0) + count);
  }

  *outcome({ sort, size }: EnginePlan): Generator<void, FacetOutcome> {
    const direction = sort.descending ? -1 : 1;
    const values = [...this.#counts]
      .filter(([, count]) => count > 0)
      .map(([value, count]) => ({ value, count }))
      .sort((a, b) =>
        sort.by === 'value'
          ? direction * (a.value - b.value)
          : direction * (a.count - b.count) || a.value - b.value,
      );
    return { kind: 'value', values: values.slice(0, size) };
  }
}
