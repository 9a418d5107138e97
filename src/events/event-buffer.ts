import type { ApiLogEvent, ClickEvent, EventBatch, SearchEvent } from '../store/port.ts';

/** The most that waits in memory. Beyond that, events are dropped. */
const MOST_EVENTS = 20_000;
const MOST_BYTES = 32 * 1024 * 1024;
/** A batch of this size is stored at once. */
const LARGE_BATCH = { events: 2000, bytes: 4 * 1024 * 1024 };

/** What an event takes besides its texts, roughly, in bytes. */
const EVENT_BYTES = 256;

/** Events that wait to be stored, bounded in number and bytes. */
export class EventBuffer {
  #searches: SearchEvent[] = [];
  #clicks: ClickEvent[] = [];
  #requests: ApiLogEvent[] = [];
  #count = 0;
  #bytes = 0;
  /** Of the batch that is being stored. */
  #taken = { count: 0, bytes: 0 };

  /** Events that are not stored yet. */
  get size(): number {
    return this.#count + this.#taken.count;
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  get isLarge(): boolean {
    return this.#count >= LARGE_BATCH.events || this.#bytes >= LARGE_BATCH.bytes;
  }

  /** False if there is no room. */
  addSearch(event: SearchEvent): boolean {
    let bytes = 2 * event.term.length;
    for (const id of event.page?.documentIds ?? []) bytes += 2 * id.length;
    return this.#fits(bytes) && this.#searches.push(event) > 0;
  }

  addClick(event: ClickEvent): boolean {
    const bytes = 2 * (event.term.length + event.documentId.length);
    return this.#fits(bytes) && this.#clicks.push(event) > 0;
  }

  addRequest(event: ApiLogEvent): boolean {
    const { fullPath, requestBody, responseBody, userAgent, keyName } = event;
    const headers = 2 * fullPath.length + userAgent.length + keyName.length;
    const bytes = 2 * (headers + requestBody.length + responseBody.length);
    return this.#fits(bytes) && this.#requests.push(event) > 0;
  }

  #fits(textBytes: number): boolean {
    const bytes = EVENT_BYTES + textBytes;
    const { count, bytes: takenBytes } = this.#taken;
    if (this.#count + count >= MOST_EVENTS || this.#bytes + takenBytes + bytes > MOST_BYTES) return false;
    this.#count++;
    this.#bytes += bytes;
    return true;
  }

  /** Takes all events out. They count until the next call or `release`. */
  take(): EventBatch {
    const batch = { searches: this.#searches, clicks: this.#clicks, requests: this.#requests };
    this.#taken = { count: this.#count, bytes: this.#bytes };
    this.#searches = [];
    this.#clicks = [];
    this.#requests = [];
    this.#count = 0;
    this.#bytes = 0;
    return batch;
  }

  release(): void {
    this.#taken = { count: 0, bytes: 0 };
  }
}
