import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { findling, type Running, type Settings } from '../support/command.ts';
import { request, temporaryFolder } from '../support/service.ts';

export const ONE_SENTENCE = /^[^\n]+\.\n$/;
/** The tests mostly wait for the processes that they start. */
export const TWO_AT_A_TIME = { concurrency: 2 };
export const KEYS = {
  FINDLING_PRIVATE_KEY: 'private-broughtalong0000',
  FINDLING_SEARCH_KEY: 'search-broughtalong0000',
  FINDLING_ADMIN_KEY: 'admin-broughtalong0000',
};

export const dataIn = (t: TestContext): string => join(temporaryFolder(t), 'data');
export const quiet = (data: string, more: Settings = {}): Settings => ({
  FINDLING_DATA: data,
  FINDLING_SAMPLE: 'off',
  FINDLING_LOG_LEVEL: 'silent',
  ...more,
});

export const end = async ({ child, ended }: Running, signal: NodeJS.Signals = 'SIGTERM') => {
  child.kill(signal);
  return ended;
};

/** A start that is expected to fail: its exit code and output. */
export const refusedStart = async (settings: Settings, args: readonly string[] = []) =>
  findling(['start', ...args], { FINDLING_PORT: '0', ...settings });

export const api = ({ baseUrl }: Running, path: string, key: string, body?: unknown) =>
  request(`${baseUrl}/api/as/v1${path}`, body === undefined ? 'GET' : 'POST', { key, body });

/** Log lines are JSON; all other output is for people. */
export const linesOf = (output: string) => {
  const lines = output.split('\n');
  const isLog = (line: string) => line.startsWith('{');
  return { log: lines.filter(isLog), people: lines.filter((line) => !isLog(line)) };
};
