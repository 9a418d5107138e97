import { setTimeout } from 'node:timers/promises';
import { type Answer, request } from '../support/service.ts';

/** The engines under attack, and their documents. */

/** A field of each type. */
export interface Fields {
  readonly text: string;
  readonly number: string;
  readonly date: string;
  readonly geolocation: string;
}

export interface AttackedEngine {
  readonly name: string;
  readonly documents: number;
  readonly fields: Fields;
}

const GENERATED: Fields = { text: 'title', number: 'size', date: 'made', geolocation: 'place' };

export const SAMPLE: AttackedEngine = {
  name: 'national-parks-demo',
  documents: 63,
  fields: { text: 'title', number: 'visitors', date: 'date_established', geolocation: 'location' },
};
/** Fewer documents than the engine searches outside of the main thread whatever the request. */
export const MEDIUM: AttackedEngine = { name: 'medium', documents: 16_000, fields: GENERATED };
export const LARGE: AttackedEngine = { name: 'large', documents: 50_000, fields: GENERATED };
/** Documents near the limit of 100 KB. */
export const TEXTS: AttackedEngine = { name: 'texts', documents: 100, fields: GENERATED };
/** For requests that write. */
export const WRITTEN = 'written';
export const DELETED = 'deleted';

export const ENGINES = [SAMPLE, MEDIUM, LARGE] as const;

const SCHEMA = { title: 'text', size: 'number', made: 'date', place: 'geolocation' };
const BATCH = 100;
/** How often a batch is sent. */
const ATTEMPTS = 50;
const WORDS = ['red', 'cave', 'river', 'national', 'park', 'green', 'mountain', 'lake', 'old', 'bridge'];

const smallDocument = (n: number) => ({
  id: `d${n}`,
  // Every title is different: the most expensive facets have one value per document.
  title: `${WORDS[n % WORDS.length]} ${WORDS[(n * 7) % WORDS.length]} ${(n * 2654435761).toString(36)}`,
  size: (n * 7919) % 100_003,
  made: new Date(1e12 + n * 1e7).toISOString(),
  place: `${(n % 170) - 85},${((n * 7) % 360) - 180}`,
});

/** About 95 KB of text with many different words. */
export const longText = (n: number): string =>
  Array.from({ length: 10_500 }, (_, i) => `a${((n * 10_500 + i) * 2654435761).toString(36)}`)
    .join(' ')
    .slice(0, 95_000);

const longDocument = (n: number) => ({ ...smallDocument(n), title: longText(n) });

export type Send = (method: string, path: string, body?: unknown) => Promise<Answer>;

/** Calls below /api/as/v1. */
export const sender =
  (baseUrl: string, key: string): Send =>
  (method, path, body) =>
    request(`${baseUrl}/api/as/v1${path}`, method, { key, body });

export async function ok(answer: Promise<Answer>): Promise<Answer> {
  const { status, text, ...rest } = await answer;
  if (status !== 200) throw new Error(`answered with ${status}: ${text.slice(0, 300)}`);
  return { status, text, ...rest };
}

/** Waits until an engine has no running reindex job. */
export async function reindexed(send: Send, engine: string): Promise<void> {
  while ((await ok(send('GET', `/engines/${engine}/schema/reindex`))).json.state !== 'idle')
    await setTimeout(50);
}

/** Creates the engine with `count` documents; returns whether it had to. */
async function load(
  send: Send,
  engine: string,
  count: number,
  document: (n: number) => object,
): Promise<boolean> {
  const { status, json } = await send('GET', `/engines/${engine}`);
  if (status === 200 && json.document_count >= count) {
    // An earlier run may have ended between two attacks that change a type and change it back.
    await reindexed(send, engine);
    await ok(send('POST', `/engines/${engine}/schema`, SCHEMA));
    await reindexed(send, engine);
    return false;
  }
  if (status !== 200) {
    await ok(send('POST', '/engines', { name: engine }));
    await ok(send('POST', `/engines/${engine}/schema`, SCHEMA));
  }
  let from = 0;
  const lane = async (): Promise<void> => {
    while (from < count) {
      const first = from;
      from += BATCH;
      const batch = Array.from({ length: Math.min(BATCH, count - first) }, (_, i) => document(first + i));
      // The service asks senders of large bodies to try again when it has no memory for them.
      let answer = await send('POST', `/engines/${engine}/documents`, batch);
      for (let attempt = 1; answer.status === 503 && attempt < ATTEMPTS; attempt++) {
        await setTimeout(200);
        answer = await send('POST', `/engines/${engine}/documents`, batch);
      }
      await ok(Promise.resolve(answer));
    }
  };
  await Promise.all([lane(), lane()]);
  return true;
}

/** Creates the engines under attack and returns whether it had to; `scale` below 1 makes them smaller. */
export async function loadEngines(send: Send, scale = 1): Promise<boolean> {
  const scaled = (count: number): number => Math.round(count * scale);
  const loaded = [
    await load(send, MEDIUM.name, scaled(MEDIUM.documents), smallDocument),
    await load(send, LARGE.name, scaled(LARGE.documents), smallDocument),
    await load(send, TEXTS.name, scaled(TEXTS.documents), longDocument),
    await load(send, WRITTEN, BATCH, smallDocument),
  ];
  return loaded.includes(true);
}
