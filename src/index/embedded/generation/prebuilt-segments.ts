import { Segment } from '../segment/segment.ts';
import type { BuildSpec, Built, SourceDocument } from '../workers/segment-work.ts';

/** Builds that wait for their changes; more are the remains of writes that failed. */
const MOST = 4;

interface Prebuilt {
  readonly recipe: BuildSpec;
  readonly documents: readonly SourceDocument[];
  /** Undefined if it failed: then it is built when it is needed. */
  readonly built: Promise<Built | undefined>;
}

/**
 * Segments of documents that will probably be written, made while the store still commits them. Nothing of them is seen
 * before their changes come; what never comes is forgotten.
 */
export class PrebuiltSegments {
  readonly #prebuilt: Prebuilt[] = [];

  add(recipe: BuildSpec, documents: readonly SourceDocument[], built: Promise<Built>): void {
    if (this.#prebuilt.length >= MOST) this.#prebuilt.shift();
    this.#prebuilt.push({ recipe, documents, built: built.catch(() => undefined) });
  }

  /** The segment that was made of exactly these documents, with their numbers; undefined if there is none. */
  async take(recipe: BuildSpec, written: readonly SourceDocument[]): Promise<Segment | undefined> {
    const at = this.#prebuilt.findIndex((one) => isOf(one, recipe, written));
    if (at < 0) return undefined;
    const [found] = this.#prebuilt.splice(at, 1);
    const built = await found?.built;
    if (built === undefined) return undefined;
    const segment = Segment.of(built.segment);
    for (const [doc, { sequence }] of written.entries()) segment.sequences[doc] = sequence;
    return segment;
  }
}

const isOf = (
  { recipe, documents }: Prebuilt,
  asked: BuildSpec,
  written: readonly SourceDocument[],
): boolean =>
  documents.length === written.length &&
  documents.every(({ id, json }, i) => id === written[i]?.id && json === written[i]?.json) &&
  recipe.language === asked.language &&
  recipe.schema.length === asked.schema.length &&
  recipe.schema.every(([name, type], i) => name === asked.schema[i]?.[0] && type === asked.schema[i]?.[1]);
