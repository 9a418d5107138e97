import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Adapters, EMBEDDED } from '../../src/composition/adapters.ts';
import { openForServing } from '../../src/composition/instance.ts';
import { type CallOptions, startTestService, type TestService, temporaryFolder } from './service.ts';

/** An engine whose reindex takes more than a second, long enough for a test to observe. */
export const LARGE = 'large';
export const LARGE_COUNT = 1100;
/** Milliseconds that the store takes in addition for each page of 50 documents that a reindex reads. */
const DELAY = 50;

/** Both fields are text before. */
export const LARGE_CHANGE = { year: 'number', moments: 'date' } as const;
export const LARGE_SCHEMA = { name: 'text', year: 'text', moments: 'text' } as const;

/** Every tenth year is not a number. */
export const isFailing = (i: number): boolean => i % 10 === 3;
export const largeYear = (i: number): string => (isFailing(i) ? `about ${1000 + i}` : `${1000 + i}.50`);
export const FAILING_IDS: readonly string[] = Array.from({ length: LARGE_COUNT }, (_, i) => i)
  .filter(isFailing)
  .map((i) => `d${i}`);

const document = (i: number) => ({
  id: `d${i}`,
  name: `book${i} volume`,
  year: largeYear(i),
  moments: [new Date(1e12 + i * 1e7).toISOString(), new Date(1e12 + i * 1e7 + 1e9).toISOString()],
});

const KEYS = {
  FINDLING_PRIVATE_KEY: 'private-largelargelargelarge',
  FINDLING_SEARCH_KEY: 'search-largelargelargelarge',
};

/** The data with the engine; each test gets a copy. */
let template: Promise<string> | undefined;
const ownFolders: string[] = [];
after(() => {
  for (const folder of ownFolders) rmSync(folder, { recursive: true, force: true });
});

/** Builds the engine once per run of `test/run.ts`, which names a folder, and once per file otherwise. */
async function findTemplate(): Promise<string> {
  const shared = process.env.TEST_RUN_FOLDER;
  if (shared !== undefined && existsSync(join(shared, LARGE))) return join(shared, LARGE);
  const folder = await makeTemplate();
  ownFolders.push(folder);
  if (shared === undefined) return folder;
  try {
    renameSync(folder, join(shared, LARGE));
  } catch {
    // Another file has built it meanwhile.
  }
  return join(shared, LARGE);
}

async function makeTemplate(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'findling-large-'));
  const ends: Array<() => unknown> = [];
  const context = { after: (work: () => unknown) => ends.push(work) } as unknown as TestContext;
  const service = await startTestService(context, { ...KEYS, FINDLING_DATA: folder });
  await service.call('POST', '/engines', { body: { name: LARGE } });
  for (let from = 0; from < LARGE_COUNT; from += 100) {
    const body = Array.from({ length: 100 }, (_, i) => document(from + i));
    await service.call('POST', `/engines/${LARGE}/documents`, { body });
  }
  for (const end of ends) await end();
  return folder;
}

/** The embedded adapters, with a store that reads pages of documents slowly. */
const SLOW_PAGES: Adapters = {
  ...EMBEDDED,
  async openInstance(config, options) {
    const instance = await openForServing(config, options);
    const { documents } = instance.store;
    const after: typeof documents.after = async (...page) => {
      await sleep(DELAY);
      return documents.after(...page);
    };
    return { ...instance, store: { ...instance.store, documents: { ...documents, after } } };
  },
};

/** A service with the large engine, all of whose fields are text. */
export async function startLargeService(t: TestContext): Promise<TestService> {
  template ??= findTemplate();
  const data = temporaryFolder(t);
  cpSync(await template, data, { recursive: true });
  const service = await startTestService(t, { ...KEYS, FINDLING_DATA: data }, SLOW_PAGES);
  // The template created the keys, and only the first start shows them.
  const call: TestService['call'] = (method, path, options: CallOptions = {}) =>
    service.call(method, path, { key: KEYS.FINDLING_PRIVATE_KEY, ...options });
  const settled: TestService['settled'] = async (engine) => {
    for (;;) {
      const { json } = await call('GET', `/engines/${engine}/schema/reindex`);
      if (json.state === 'idle') return;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  return Object.create(service, {
    call: { value: call },
    settled: { value: settled },
    privateKey: { value: KEYS.FINDLING_PRIVATE_KEY },
    searchKey: { value: KEYS.FINDLING_SEARCH_KEY },
  });
}

/**
 * Posts a schema change to the large engine and resolves when the reindex has begun; `answer` is the pending response
 * to the change.
 */
export async function beginChange(service: TestService, body: unknown = LARGE_CHANGE) {
  const answer = service.call('POST', `/engines/${LARGE}/schema`, { body });
  for (;;) {
    const { json } = await service.call('GET', `/engines/${LARGE}/schema/reindex`);
    if (json.state === 'reindexing') return { answer, job: json.progress.job as number };
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}
