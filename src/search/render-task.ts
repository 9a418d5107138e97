import type { Hit } from '../index/plan.ts';
import { transferring } from '../threads/serve.ts';
import { type HitView, renderHits } from './hit-renderer.ts';

/** What a worker gets to render: hits, and the JSON of their documents by id. */
export interface RenderPayload {
  readonly view: HitView;
  readonly hits: readonly Hit[];
  readonly documents: ReadonlyMap<string, string>;
}

/** The task `render`: the results of hits as the bytes of their JSON, with commas in between. Left after each document. */
export function* renderTask({ view, hits, documents }: RenderPayload) {
  const texts: string[] = [];
  for (const result of renderHits(view, hits, (id) => JSON.parse(documents.get(id) ?? '{}'))) {
    if (result !== undefined) texts.push(result);
    yield;
  }
  // Not Buffer.from, whose memory may be shared with others and cannot be handed over.
  const bytes = new TextEncoder().encode(texts.join(','));
  return transferring(bytes, [bytes.buffer]);
}
