import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { type Running, type Settings, start } from '../support/command.ts';
import { type Answer, type CallOptions, request } from '../support/service.ts';
import { until } from '../support/until.ts';
import { KEYS } from './kept-content.ts';

/** Keeps events as long as possible: they are as old as the kept folders. */
export const settingsOf = (data: string): Settings => ({
  FINDLING_DATA: data,
  FINDLING_SAMPLE: 'off',
  FINDLING_LOG_LEVEL: 'warn',
  FINDLING_ANALYTICS_DAYS: '3650',
  FINDLING_API_LOG_DAYS: '3650',
});

export interface Upgraded {
  readonly running: Running;
  /** Calls below /api/as/v1, by default with the private key; fails unless the response has status 200. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** The status of a search in an engine. */
  searchStatus(engine: string, key: string): Promise<number>;
  /** The ids that a search in an engine finds; it is not recorded in analytics. */
  found(body: object, engine?: string): Promise<string[]>;
}

/** Starts the present service on a data folder, and waits until it is ready. */
export async function upgrade(t: TestContext, data: string, more: Settings = {}): Promise<Upgraded> {
  const running = await start(t, { settings: { ...settingsOf(data), ...more } });
  const url = `${running.baseUrl}/api/as/v1`;
  const send = (method: string, path: string, options: CallOptions = {}) =>
    request(`${url}${path}`, method, { key: KEYS.FINDLING_PRIVATE_KEY, ...options });
  await until('the service is ready', async () => {
    const { status } = await request(`${running.baseUrl}/health`, 'GET');
    return status === 200;
  });
  const call: Upgraded['call'] = async (method, path, options) => {
    const answer = await send(method, path, options);
    assert.equal(answer.status, 200, `${method} ${path}: ${answer.text}`);
    return answer;
  };
  const quiet = (body: object) => ({ ...body, record_analytics: false });
  return {
    running,
    call,
    async searchStatus(engine, key) {
      return (await send('POST', `/engines/${engine}/search`, { key, body: quiet({ query: '' }) })).status;
    },
    async found(body, engine = 'books') {
      const { json } = await call('POST', `/engines/${engine}/search`, { body: quiet(body) });
      return json.results.map((hit: { id: { raw: string } }) => hit.id.raw);
    },
  };
}

export async function stop({ running }: Upgraded): Promise<void> {
  running.child.kill('SIGTERM');
  const { code, stderr } = await running.ended;
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
}

/** The documents of an export. */
export const exported = ({ text }: Answer): unknown[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
