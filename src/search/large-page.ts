import type { Pool } from '../threads/pool.ts';
import type { Chunk } from './answer-stream.ts';
import type { CurrentHits, Piece } from './current-hits.ts';
import type { HitView } from './hit-renderer.ts';
import type { RenderPayload } from './render-task.ts';
import type { RenderingLimit } from './rendering-limit.ts';

/** The threads that render, as far as this feature knows them. */
export type Renderers = Pick<Pool, 'call' | 'size'>;

export interface LargePage {
  readonly engineId: number;
  readonly pieces: readonly Piece[];
  readonly view: HitView;
  /** The text of the answer before and after the results. */
  readonly frame: { readonly before: string; readonly after: string };
}

/**
 * Answers with large pages: fetches a piece, has a worker render it, hands it on, and fetches the next one when the
 * reader asks for more. At any time two pieces at most are in memory, whatever the length of the answer.
 */
export class LargePages {
  readonly #hits: CurrentHits;
  readonly #renderers: Renderers;

  constructor(hits: CurrentHits, renderers: Renderers) {
    this.#hits = hits;
    this.#renderers = renderers;
  }

  async *chunks(page: LargePage, limit: RenderingLimit): AsyncGenerator<Chunk> {
    let before = page.frame.before;
    for await (const bytes of this.#rendered(page, limit)) {
      // A piece whose hits have all changed meanwhile is empty.
      if (bytes.length === 0) continue;
      yield before;
      yield bytes;
      before = ',';
    }
    yield before === ',' ? page.frame.after : before + page.frame.after;
  }

  async *#rendered({ pieces, engineId, view }: LargePage, limit: RenderingLimit): AsyncGenerator<Uint8Array> {
    // A second worker, if there is one, makes the next piece meanwhile; a single one would only take turns.
    const ahead = Math.min(this.#renderers.size - 1, 1);
    const waiting: Array<Promise<Uint8Array>> = [];
    for (const piece of pieces) {
      waiting.push(this.#render(engineId, piece, view, limit.signal));
      if (waiting.length > ahead) yield await limit.within(waiting.shift() as Promise<Uint8Array>);
    }
    for (const rest of waiting) yield await limit.within(rest);
  }

  #render(engineId: number, piece: Piece, view: HitView, signal: AbortSignal): Promise<Uint8Array> {
    const rendering = this.#fetchAndRender(engineId, piece, view, signal);
    // One that is made ahead may fail after its reader has gone.
    rendering.catch(() => {});
    return rendering;
  }

  async #fetchAndRender(
    engineId: number,
    piece: Piece,
    view: HitView,
    signal: AbortSignal,
  ): Promise<Uint8Array> {
    signal.throwIfAborted();
    const { hits, documents } = await this.#hits.fetch(engineId, piece);
    if (hits.length === 0) return new Uint8Array();
    const payload: RenderPayload = {
      view,
      hits,
      documents: new Map([...documents].map(([id, { json }]) => [id, json])),
    };
    return this.#renderers.call<Uint8Array>('render', payload, { signal });
  }
}
