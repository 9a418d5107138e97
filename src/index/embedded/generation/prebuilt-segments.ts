import type { Prebuilt } from '../../capabilities.ts';
import { Segment } from '../segment/segment.ts';
import type { BuildSpec, Built, SourceDocument } from '../workers/segment-work.ts';

/**
 * The segments of documents that are being committed, built meanwhile by the builder thread. With one writer, a request
 * of 100 documents takes 5 to 18 % less time (median, early and late builds alternating in one process).
 */
export class PrebuiltSegments implements Prebuilt {
  readonly #spec: BuildSpec;
  readonly #documents: readonly SourceDocument[];
  /** Undefined if the build failed: then the segments are built again when they are needed. */
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
   * The segments with the sequence numbers of the committed documents; undefined if the types changed meanwhile, or if
   * some of the documents are outdated already.
   */
  async segmentsOf(spec: BuildSpec, written: readonly SourceDocument[]): Promise<Segment[] | undefined> {
    if (!this.#isOf(spec, written)) return undefined;
    const segments = (await this.#built)?.map((image) => Segment.of(image));
    let at = 0;
    for (const { sequences, docCount } of segments ?? []) {
      for (let doc = 0; doc < docCount; doc++) sequences[doc] = (written[at++] as SourceDocument).sequence;
    }
    return segments;
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
