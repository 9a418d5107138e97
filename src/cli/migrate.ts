import { setTimeout as pause } from 'node:timers/promises';
import { RequestPace } from '../api/request-pace.ts';
import { Credentials } from '../credentials/credentials.ts';
import { AppSearchSource } from '../migration/app-search-source.ts';
import { copyKeys, refusedKeys } from '../migration/key-copy.ts';
import { Migration, type PassReport } from '../migration/migration.ts';
import { MigrationError } from '../migration/migration-error.ts';
import { RemoteError } from '../migration/remote-error.ts';
import { RemoteService } from '../migration/remote-service.ts';
import { replaceFile } from '../migration/replace-file.ts';
import { hasRefusals, type KeyReport, type MigrationReport } from '../migration/report.ts';
import { sentences } from '../migration/sentences.ts';
import type { Json } from '../migration/source-shapes.ts';
import { StateFile } from '../migration/state-file.ts';
import { surveyEngine } from '../migration/survey.ts';
import { DataError } from '../store/migrations/migrations.ts';
import { type Command, type Invocation, print, withAccount } from './command.ts';
import { MIGRATE_FLAGS, type MigrateOptions, migrateOptions } from './migrate-options.ts';
import { engineText, type MigrationPlan, planJson, planText, reportText } from './migrate-text.ts';
import { Progress } from './progress.ts';

/** Pauses that are worth a line, in seconds. */
const LONG_PAUSE = 5;
/** Requests of the source that run at once, for the estimate of a dry run. */
const AT_ONCE = 4;

/** Copies engines and keys from an App Search to a running Findling. */
export const migrateCommand: Command = {
  options: MIGRATE_FLAGS,
  async run(invocation) {
    const options = migrateOptions(invocation);
    const progress = new Progress();
    try {
      return await new MigrateRun(invocation, options, progress).run();
    } catch (error) {
      progress.end();
      if (!(error instanceof MigrationError || error instanceof RemoteError)) throw error;
      process.stderr.write(`${error.message}\n`);
      return 1;
    } finally {
      progress.end();
    }
  },
};

class MigrateRun {
  readonly #invocation: Invocation;
  readonly #options: MigrateOptions;
  readonly #progress: Progress;
  readonly #source: AppSearchSource;
  readonly #state: StateFile;
  readonly #migration: Migration;
  readonly #stop = new AbortController();
  #passes = 0;

  constructor(invocation: Invocation, options: MigrateOptions, progress: Progress) {
    this.#invocation = invocation;
    this.#options = options;
    this.#progress = progress;
    const pace = new RequestPace(options.perSecond);
    const service = (
      url: string,
      authorization: string | undefined,
      paced: RequestPace | undefined,
    ): RemoteService =>
      new RemoteService({
        url,
        authorization,
        ...(paced !== undefined && { pace: paced }),
        onRetry: (why, seconds) => {
          if (seconds >= LONG_PAUSE) progress.line(`${why} Trying again in ${Math.ceil(seconds)} s.`);
        },
      });
    const { from, to, key, toKey, adminKey, elasticsearch } = options;
    const remote = service(from, `Bearer ${key}`, pace);
    const admin = adminKey === undefined ? undefined : service(from, `Bearer ${adminKey}`, pace);
    this.#source = new AppSearchSource(remote, admin);
    this.#state = new StateFile(options.state, from, to);
    this.#migration = new Migration({
      from: remote,
      to: service(to, `Bearer ${toKey}`, undefined),
      source: this.#source,
      elasticsearch: elasticsearch && service(elasticsearch.url, elasticsearch.authorization, undefined),
      state: this.#state,
      names: options.names,
      intoExisting: options.intoExisting,
      deletesOthers: options.deletesOthers,
      createKeys: (keys) => createKeys(invocation, toKey, keys, false),
      onProgress: (documents, share) => progress.update(documents, share),
      isStopped: () => this.#stop.signal.aborted,
    });
  }

  async run(): Promise<number> {
    await this.#migration.begin();
    return this.#options.isDryRun ? this.#dryRun() : this.#migrate();
  }

  async #dryRun(): Promise<number> {
    const { from, to, toKey, perSecond, elasticsearch } = this.#options;
    const keys = await createKeys(this.#invocation, toKey, await this.#migration.keys(), true);
    const plans = await this.#migration.plan();
    const engines: MigrationPlan['engines'][number][] = [];
    for (const plan of plans) {
      const survey =
        elasticsearch === undefined ? await surveyEngine(this.#source, plan) : { parts: 1, unreached: [] };
      engines.push({ ...plan, ...survey });
    }
    const requests = plans.reduce((sum, plan) => sum + plan.requests, 0);
    const each = Math.max(1000 / perSecond, this.#source.latency / AT_ONCE);
    const seconds = Math.ceil((requests * each) / 1000);
    const plan = { source: from, target: to, engines, keys, requests, seconds, notes: this.#notes() };
    this.#progress.end();
    print(this.#invocation, planJson(plan), planText(plan));
    const isComplete = engines.every(
      ({ refusal, unreached }) => refusal === undefined && unreached.length === 0,
    );
    return isComplete && keys.every(({ outcome }) => outcome !== 'refused') ? 0 : 1;
  }

  async #migrate(): Promise<number> {
    const { followSeconds } = this.#options;
    const { signal } = this.#stop;
    if (followSeconds !== undefined) {
      for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => this.#stop.abort());
    }
    let last = await this.#pass();
    const isComplete = !signal.aborted;
    while (followSeconds !== undefined && !signal.aborted) {
      this.#show(last);
      await pause(1000 * followSeconds, undefined, { signal }).catch(() => {});
      if (signal.aborted) break;
      last = combined(last, await this.#followingPass());
    }
    this.#progress.end();
    if (!isComplete) throw new MigrationError(sentences.interrupted);
    const report = this.#report(last);
    this.#writeReport(report);
    this.#state.remove();
    print(this.#invocation, report, reportText(report));
    return hasRefusals(report) ? 1 : 0;
  }

  /** After a pass that others follow. */
  #show(pass: PassReport): void {
    for (const engine of pass.engines) this.#progress.line(engineText(engine));
    this.#writeReport(this.#report(pass));
  }

  /** A pass after the first. If it fails, the next one may succeed. */
  async #followingPass(): Promise<PassReport | undefined> {
    this.#state.beginPass();
    try {
      return await this.#pass();
    } catch (error) {
      if (!(error instanceof RemoteError || error instanceof MigrationError)) throw error;
      this.#progress.line(error.message);
      return undefined;
    }
  }

  async #pass(): Promise<PassReport> {
    const keys = await this.#migration.keys();
    const plans = await this.#migration.plan();
    try {
      const report = await this.#migration.pass(plans, keys);
      this.#passes++;
      return report;
    } catch (error) {
      if (!(error instanceof RemoteError) || this.#passes > 0) throw error;
      throw new MigrationError(sentences.stopped(error.message));
    }
  }

  #report({ engines, keys }: PassReport): MigrationReport {
    const { from, to } = this.#options;
    return {
      source: from,
      target: to,
      seconds: Number(this.#progress.seconds.toFixed(1)),
      requests: this.#source.requests,
      retries: this.#source.retries,
      passes: this.#passes,
      engines,
      keys,
      notes: this.#notes(),
    };
  }

  #notes(): string[] {
    return [...(this.#source.hasAdminKey ? [] : [sentences.noAdminKey]), sentences.notCopied];
  }

  #writeReport(report: MigrationReport): void {
    const { report: file } = this.#options;
    if (file === undefined) return;
    try {
      replaceFile(file, `${JSON.stringify(report, null, 2)}\n`);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      this.#progress.line(`The report cannot be written to ${file} (${code ?? message}).`);
    }
  }
}

/**
 * Creates keys in the data folder of the target, as the API cannot create keys with given values. A trial only says what
 * would happen.
 */
async function createKeys(
  invocation: Invocation,
  toKey: string,
  keys: readonly Json[],
  isTrial: boolean,
): Promise<KeyReport[]> {
  if (keys.length === 0) return [];
  try {
    return await withAccount(invocation, async ({ store, vault }, account) => {
      const credentials = new Credentials(store, vault);
      // The data folder may be that of another service.
      const isIts = (await credentials.authenticate(account, toKey)) !== undefined;
      if (isIts) return copyKeys(keys, credentials, account.id, isTrial);
      return refusedKeys(keys, sentences.keysElsewhere(sentences.otherDataFolder));
    });
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    return refusedKeys(keys, sentences.keysElsewhere(error.message));
  }
}

/** The report of a pass, with what an earlier one says about engines and keys that it did not get to. */
function combined(last: PassReport, next: PassReport | undefined): PassReport {
  if (next === undefined) return last;
  const names = new Set(next.engines.map(({ name }) => name));
  const others = last.engines.filter(({ name }) => !names.has(name));
  return { engines: [...next.engines, ...others], keys: next.keys.length === 0 ? last.keys : next.keys };
}
