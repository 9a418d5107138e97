import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type Ended, findling, PROGRAM, plainEnvironment, ROOT, type Settings } from '../support/command.ts';
import { type TestService, temporaryFolder } from '../support/service.ts';

/** The settings of a migration between two services of a test. */
export const settingsOf = (from: TestService, to: TestService): Settings => ({
  FINDLING_OLD_KEY: from.privateKey,
  FINDLING_OLD_ADMIN_KEY: from.adminKey,
  FINDLING_URL: to.baseUrl,
  FINDLING_PRIVATE_KEY: to.privateKey,
  FINDLING_DATA: to.config.data,
});

/** Runs `findling migrate` from one service to another, with a state file of its own. */
export function migrateRunner(t: TestContext, from: TestService, to: TestService) {
  const state = join(temporaryFolder(t), 'state.json');
  const args = ['migrate', '--from', from.baseUrl, '--state', state, '--requests-per-second', '500'];
  return {
    state,
    args,
    run: (more: readonly string[] = [], settings: Settings = {}): Promise<Ended> =>
      findling([...args, ...more], { ...settingsOf(from, to), ...settings }),
  };
}

/** A `findling` command that a test can signal while it runs. */
export function startCommand(args: readonly string[], settings: Settings) {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: ROOT,
    env: plainEnvironment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 240_000,
  });
  const texts = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => (texts.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (texts.stderr += text));
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code) => resolve({ code, ...texts }));
  });
  return { child, ended, stderr: () => texts.stderr };
}

/** The documents of an engine as they were sent, by id. */
export async function exportedLines(service: Pick<TestService, 'call'>, engine: string): Promise<string[]> {
  const { text } = await service.call('GET', `/engines/${engine}/documents/export`);
  return text.split('\n').slice(0, -1).toSorted();
}
