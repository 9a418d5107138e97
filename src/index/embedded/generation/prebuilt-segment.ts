import type { Prebuilt } from '../../capabilities.ts';
import { Segment } from '../segment/segment.ts';
import type { BuildSpec, Built, SourceDocument } from '../workers/segment-work.ts';

/**
 * A segment of documents that are being committed, built meanwhile by the builder thread. With one writer, a request
 * of 100 documents takes 5 to 18 % less time (median, early and late builds alternating in one process).
 */
export class PrebuiltSegment implements Prebuilt {
  readonly #spec: BuildSpec;
  readonly #documents: readonly SourceDocument[];
  /** Undefined if the build failed: then the segment is built again when it is needed. */
  readonly #built: Promise<Built | undefined>;

  constructor(spec: BuildSpec, documents: readonly SourceDocument[], built: Promise<Built>) {
    this.#spec = spec;
    this.#documents = documents;
    this.#built = built.catch(() => undefined);
  }

  get documentCount(): number {
    return this.#documents.length;
  }

  /**
   * The segment with the sequence numbers of the committed documents; undefined if the types changed meanwhile, or if
   * some of the documents are outdated already.
   */
  async segmentOf(spec: BuildSpec, written: readonly SourceDocument[]): Promise<Segment | undefined> {
    if (!this.#isOf(spec, written)) return undefined;
    const built = await this.#built;
    if (built === undefined) return undefined;
    const segment = Segment.of(built.segment);
    for (const [doc, { sequence }] of written.entries()) segment.sequences[doc] = sequence;
    return segment;
  }

  #isOf(spec: BuildSpec, written: readonly SourceDocument[]): boolean {
    const { language, schema } = this.#spec;
    return (
      this.#documents.length === written.length &&
      this.#documents.every(({ id }, i) => id === written[i]?.id) &&
      language === spec.language &&
      schema.length === spec.schema.length &&
      schema.every(([name, type], i) => name === spec.schema[i]?.[0] && type === spec.schema[i]?.[1])
    );
  }
}
