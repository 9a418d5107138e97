import type { ParseArgsOptionsConfig } from 'node:util';
import { Accounts } from '../accounts/accounts.ts';
import { type Instance, openBeside } from '../composition/instance.ts';
import type { Config } from '../config.ts';
import { DataError } from '../store/migrations/migrations.ts';
import type { AccountRecord } from '../store/port.ts';

/** A command line that cannot be understood. */
export class UsageError extends Error {}

export interface Invocation {
  readonly config: Config;
  /** Flags. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Words that are no flags. */
  readonly positionals: readonly string[];
}

export interface Command {
  readonly options?: ParseArgsOptionsConfig;
  /** Runs the command; the number is the exit code. */
  run(invocation: Invocation): Promise<number>;
}

/** Prints the answer for a program (`--json`) or for a person. */
export function print(invocation: Invocation, json: unknown, text: string): void {
  process.stdout.write(invocation.values.json === true ? `${JSON.stringify(json, null, 2)}\n` : `${text}\n`);
}

/** Rows as columns that line up. */
export function columns(rows: ReadonlyArray<readonly string[]>): string {
  const widths = rows[0]?.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Opens the data beside a running server, finds the account that is meant, and closes again. */
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
          : 'There is no account yet: run `findling start` first.',
      );
    }
    return work(instance, account);
  });
}

export async function withInstance<T>(config: Config, work: (instance: Instance) => Promise<T>): Promise<T> {
  const instance = await openBeside(config);
  try {
    return await work(instance);
  } finally {
    await instance.close();
  }
}
