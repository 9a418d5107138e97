import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, type TestContext } from 'node:test';
import { type Ended, findling } from '../support/command.ts';
import { temporaryFolder } from '../support/folder.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { request } from '../support/service.ts';

export const KEY = 'private-testtesttesttest';
export const SAMPLE = 'national-parks-demo';
/** The tests mostly wait for the processes that they start. */
export const TWO_AT_A_TIME = { concurrency: 2, timeout: 300_000 };

/** Two services with the same sample, in processes of their own, for all tests of a file. */
export let left: ServerProcess;
export let right: ServerProcess;
before(async () => {
  const start = () =>
    startProcess(temporaryFolder({ after: () => {} }), {
      FINDLING_SAMPLE: 'on',
      FINDLING_LOG_LEVEL: 'silent',
    });
  [left, right] = await Promise.all([start(), start()]);
});
after(async () => {
  await Promise.all([left?.end('SIGTERM'), right?.end('SIGTERM')]);
});

export const call = async (
  { baseUrl }: Pick<ServerProcess, 'baseUrl'>,
  method: string,
  path: string,
  body?: unknown,
) => {
  const answer = await request(`${baseUrl}/api/as/v1${path}`, method, { key: KEY, body });
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
};

const DOCUMENTS = Array.from({ length: 12 }, (_, i) => ({
  id: `d${i}`,
  title: i % 2 === 0 ? `red shoe ${i}` : `blue boot ${i}`,
  color: i % 2 === 0 ? 'red' : 'blue',
}));

/** An engine with the same documents on both sides. */
export async function engineOnBoth(name: string): Promise<string> {
  for (const side of [left, right]) {
    await call(side, 'POST', '/engines', { name });
    await call(side, 'POST', `/engines/${name}/documents`, DOCUMENTS);
  }
  return name;
}

export const compare = (args: readonly string[], settings: Record<string, string> = {}): Promise<Ended> =>
  findling(['compare', ...args], { FINDLING_PRIVATE_KEY: KEY, ...settings });
export const sides = (): string[] => ['--left', left.baseUrl, '--right', right.baseUrl];

/** A file with a text, in a folder of its own. */
export function file(t: TestContext, name: string, text: string): string {
  const path = join(temporaryFolder(t), name);
  writeFileSync(path, text);
  return path;
}
