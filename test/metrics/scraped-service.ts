import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { type Answer, type CallOptions, request, temporaryFolder } from '../support/service.ts';
import { type ParsedFamily, parseExposition } from './exposition-parser.ts';

export const TOKEN = 'scrape-0123456789-!"#token';
export const METRICS = { FINDLING_METRICS: 'on', FINDLING_METRICS_TOKEN: TOKEN };
/** The keys of `startProcess`. */
export const PRIVATE_KEY = 'private-testtesttesttest';
export const SEARCH_KEY = 'search-testtesttesttest';
export const ADMIN_KEY = 'admin-testtesttesttest';
export const API = '/api/as/v1';

/** The metrics of one scrape. */
export class Scrape {
  readonly families: readonly ParsedFamily[];

  constructor(families: readonly ParsedFamily[]) {
    this.families = families;
  }

  /** The sum of the samples with a name whose labels include `labels`; undefined if there is none. */
  value(name: string, labels: Readonly<Record<string, string>> = {}): number | undefined {
    const found = this.families
      .flatMap(({ samples }) => samples)
      .filter(
        (sample) =>
          sample.name === name &&
          Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
      );
    return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
  }

  /** Every sample that must not shrink, by name and labels. */
  counters(): Map<string, number> {
    return new Map(
      this.families
        .filter(({ kind }) => kind !== 'gauge')
        .flatMap(({ samples }) =>
          samples.map(({ name, labels, value }) => [`${name} ${JSON.stringify(labels)}`, value] as const),
        ),
    );
  }

  get seriesCount(): number {
    return this.families.reduce((sum, { samples }) => sum + samples.length, 0);
  }
}

export interface ScrapedService {
  readonly server: ServerProcess;
  readonly baseUrl: string;
  /** Calls a path of the API, by default with the private key. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  scrape(): Promise<Scrape>;
}

/** A service in its own process whose metrics are on. It is killed when the test ends. */
export async function startScraped(
  t: Pick<TestContext, 'after'>,
  settings: Record<string, string> = {},
): Promise<ScrapedService> {
  const server = await startProcess(temporaryFolder(t), {
    FINDLING_LOG_LEVEL: 'warn',
    ...METRICS,
    ...settings,
  });
  t.after(() => server.end('SIGKILL'));
  const { baseUrl } = server;
  return {
    server,
    baseUrl,
    call: (method, path, options = {}) =>
      request(`${baseUrl}${API}${path}`, method, { key: PRIVATE_KEY, ...options }),
    async scrape() {
      const { status, text } = await request(`${baseUrl}/metrics`, 'GET', { key: TOKEN });
      assert.equal(status, 200, text);
      return new Scrape(parseExposition(text, 'prometheus'));
    },
  };
}
