import type { Hit } from '../index/plan.ts';
import { transferring } from '../threads/serve.ts';
import { type Found, foundOf } from './found.ts';
import { type RenderOptions, renderHits } from './hit-renderer.ts';

/** The input of a rendering task: hits, and the JSON of their documents by engine and id. */
export interface RenderPayload {
  readonly renderOptions: RenderOptions;
  readonly hits: readonly Hit[];
  readonly documents: Found<string>;
}

/** The task `render`: the results of hits as bytes of JSON, separated by commas. It yields after each document. */
export function* renderTask({ renderOptions, hits, documents }: RenderPayload) {
  const texts: string[] = [];
  for (const result of renderHits(renderOptions, hits, (hit) =>
    JSON.parse(foundOf(documents, hit) ?? '{}'),
  )) {
    if (result !== undefined) texts.push(result);
    yield;
  }
  // Not Buffer.from: its memory may be part of a pool, which cannot be transferred.
  const bytes = new TextEncoder().encode(texts.join(','));
  return transferring(bytes, [bytes.buffer]);
}
