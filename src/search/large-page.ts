import type { StoredDocument } from '../store/port.ts';
import type { Pool } from '../threads/pool.ts';
import type { Chunk } from './answer-stream.ts';
import type { CurrentHits, Piece } from './current-hits.ts';
import type { RenderOptions } from './hit-renderer.ts';
import type { RenderPayload } from './render-task.ts';
import type { TimeLimit } from './time-limit.ts';

/** The worker threads that render. */
export type Renderers = Pick<Pool, 'call' | 'size'>;

export interface LargePage {
  readonly pieces: readonly Piece[];
  readonly renderOptions: RenderOptions;
  /** The text of the response before and after the results. */
  readonly frame: { readonly before: string; readonly after: string };
}

/**
 * Responses with large pages: fetches a piece, lets a worker render it, passes it on, and fetches the next one when the
 * client reads on. At most two pieces are in memory, however long the response is.
 */
export class LargePages {
  readonly #hits: CurrentHits;
  readonly #renderers: Renderers;

  constructor(hits: CurrentHits, renderers: Renderers) {
    this.#hits = hits;
    this.#renderers = renderers;
  }

  async *chunks(page: LargePage, limit: TimeLimit): AsyncGenerator<Chunk> {
    let before = page.frame.before;
    for await (const bytes of this.#rendered(page, limit)) {
      // A piece is empty if all its hits have changed since the search.
      if (bytes.length === 0) continue;
      yield before;
      yield bytes;
      before = ',';
    }
    yield before === ',' ? page.frame.after : before + page.frame.after;
  }

  async *#rendered({ pieces, renderOptions }: LargePage, limit: TimeLimit): AsyncGenerator<Uint8Array> {
    // If there is a second worker, it renders the next piece at the same time; a single worker gains nothing from it.
    const ahead = Math.min(this.#renderers.size - 1, 1);
    const waiting: Array<Promise<Uint8Array>> = [];
    for (const piece of pieces) {
      waiting.push(this.#render(piece, renderOptions, limit.signal));
      if (waiting.length > ahead) yield await limit.within(waiting.shift() as Promise<Uint8Array>);
    }
    for (const rest of waiting) yield await limit.within(rest);
  }

  #render(piece: Piece, renderOptions: RenderOptions, signal: AbortSignal): Promise<Uint8Array> {
    const rendering = this.#fetchAndRender(piece, renderOptions, signal);
    // A piece that is rendered ahead may fail after the client has disconnected.
    rendering.catch(() => {});
    return rendering;
  }

  async #fetchAndRender(
    piece: Piece,
    renderOptions: RenderOptions,
    signal: AbortSignal,
  ): Promise<Uint8Array> {
    signal.throwIfAborted();
    const { hits, documents } = await this.#hits.fetch(piece);
    if (hits.length === 0) return new Uint8Array();
    const payload: RenderPayload = {
      renderOptions,
      hits,
      documents: new Map([...documents].map(([engineId, own]) => [engineId, textsOf(own)])),
    };
    return this.#renderers.call<Uint8Array>('render', payload, { signal });
  }
}

const textsOf = (documents: ReadonlyMap<string, StoredDocument>): ReadonlyMap<string, string> =>
  new Map([...documents].map(([id, { json }]) => [id, json]));
