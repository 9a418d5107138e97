import { setTimeout as pause } from 'node:timers/promises';

/** Spaces requests to another service evenly. All of them wait when the service asks for a pause. */
export class RequestPace {
  /** Milliseconds between two requests. */
  readonly interval: number;
  #next = 0;

  constructor(perSecond: number) {
    this.interval = 1000 / perSecond;
  }

  /** Resolves when the next request may be sent. */
  async turn(): Promise<void> {
    const now = performance.now();
    const at = Math.max(now, this.#next);
    this.#next = at + this.interval;
    if (at > now) await pause(at - now);
  }

  /** Sends no further request for some milliseconds. */
  hold(milliseconds: number): void {
    this.#next = Math.max(this.#next, performance.now() + milliseconds);
  }
}
