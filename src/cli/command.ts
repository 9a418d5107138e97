import type { ParseArgsOptionsConfig } from 'node:util';
import { Accounts } from '../accounts/accounts.ts';
import { type Instance, openShared } from '../composition/instance.ts';
import type { Config } from '../config.ts';
import { DataError } from '../store/migrations/migrations.ts';
import type { AccountRecord } from '../store/port.ts';

/** An invalid command line. */
export class UsageError extends Error {}

export interface Invocation {
  readonly config: Config;
  /** Flags. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Arguments that are not flags. */
  readonly positionals: readonly string[];
}

export interface Command {
  readonly options?: ParseArgsOptionsConfig;
  /** Runs the command and returns its exit code. */
  run(invocation: Invocation): Promise<number>;
}

/** Prints the result as JSON (`--json`) or as text. */
export function print(invocation: Invocation, json: unknown, text: string): void {
  process.stdout.write(invocation.values.json === true ? `${JSON.stringify(json, null, 2)}\n` : `${text}\n`);
}

/** Formats rows as aligned columns. */
export function columns(rows: ReadonlyArray<readonly string[]>): string {
  const widths =
    rows[0]?.map((_, i) => rows.reduce((widest, row) => Math.max(widest, row[i]?.length ?? 0), 0)) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Opens the data folder (a server may be running on it), finds the account, and closes the data folder afterwards. */
export async function withAccount<T>(
  { config, values }: Invocation,
  work: (instance: Instance, account: AccountRecord) => Promise<T>,
): Promise<T> {
  return withInstance(config, async (instance) => {
    const accounts = new Accounts(instance.store, instance.vault, config.domain);
    const name = values.account;
    const account = typeof name === 'string' ? await accounts.byName(name) : await accounts.default();
    if (account === undefined) {
      throw new DataError(
        typeof name === 'string'
          ? `There is no account "${name}".`
          : 'There is no account yet. Run `findling start` first.',
      );
    }
    return work(instance, account);
  });
}

export async function withInstance<T>(config: Config, work: (instance: Instance) => Promise<T>): Promise<T> {
  const instance = await openShared(config);
  try {
    return await work(instance);
  } finally {
    await instance.close();
  }
}
