import type { AppSearchSource } from './app-search-source.ts';
import { assertWritable, contact } from './contact.ts';
import { copyEngine } from './engine-copy.ts';
import { FindlingTarget } from './findling-target.ts';
import { MigrationError } from './migration-error.ts';
import { type EnginePlan, planEngines } from './plan.ts';
import { RemoteError } from './remote-error.ts';
import type { RemoteService } from './remote-service.ts';
import type { EngineReport, KeyReport } from './report.ts';
import { isSameService } from './same-service.ts';
import { sentences } from './sentences.ts';
import type { Json } from './source-shapes.ts';
import type { StateFile } from './state-file.ts';

export interface MigrationOptions {
  readonly from: RemoteService;
  readonly to: RemoteService;
  readonly source: AppSearchSource;
  readonly elasticsearch: RemoteService | undefined;
  readonly state: StateFile;
  /** Names of engines; all if there are none. */
  readonly names: readonly string[];
  readonly intoExisting: boolean;
  readonly deletesOthers: boolean;
  readonly createKeys: (keys: readonly Json[]) => Promise<KeyReport[]>;
  /** Receives the documents that have been compared, and their share of all. */
  readonly onProgress: (documents: number, share: number | undefined) => void;
  readonly isStopped: () => boolean;
}

/** What one pass over everything did. */
export interface PassReport {
  readonly engines: readonly EngineReport[];
  readonly keys: readonly KeyReport[];
}

/** Copies engines and keys from an App Search to a running Findling. Every pass copies what differs. */
export class Migration {
  readonly #options: MigrationOptions;
  readonly #target: FindlingTarget;

  constructor(options: MigrationOptions) {
    this.#options = options;
    this.#target = new FindlingTarget(options.to);
  }

  /** Checks addresses and keys of both sides; refuses before anything is changed. */
  async begin(): Promise<void> {
    const { from, to } = this.#options;
    if (await isSameService(from.url, to.url)) throw new MigrationError(sentences.sameService(to.url));
    await contact('source', from);
    await contact('target', to);
    await assertWritable(to);
  }

  /** The keys of the source, with their values. */
  async keys(): Promise<readonly Json[]> {
    try {
      return await this.#options.source.keys();
    } catch (error) {
      if (error instanceof RemoteError && (error.status === 401 || error.status === 403)) {
        throw new MigrationError(sentences.noAdminAccess(error.message));
      }
      throw error;
    }
  }

  plan(): Promise<EnginePlan[]> {
    const { source, state, names, intoExisting, elasticsearch } = this.#options;
    return planEngines({
      source,
      target: this.#target,
      names,
      isOwn: (engine) => state.isOwn(engine),
      intoExisting,
      usesElasticsearch: elasticsearch !== undefined,
    });
  }

  /** Copies everything that differs. */
  async pass(plans: readonly EnginePlan[], keys: readonly Json[]): Promise<PassReport> {
    const { isStopped, createKeys, onProgress } = this.#options;
    const counts = plans.map(({ engine }) => (engine.isMeta ? 0 : engine.documentCount));
    const total = counts.every((count) => count !== undefined)
      ? counts.reduce((sum, count) => sum + count, 0)
      : undefined;
    let done = 0;
    const engines: EngineReport[] = [];
    for (const plan of plans) {
      if (isStopped()) break;
      engines.push(
        await copyEngine({
          ...this.#options,
          target: this.#target,
          plan,
          onProgress(documents) {
            done += documents;
            onProgress(done, total === undefined || total === 0 ? undefined : Math.min(1, done / total));
          },
        }),
      );
    }
    return { engines, keys: isStopped() ? [] : await createKeys(keys) };
  }
}
