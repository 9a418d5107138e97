import type { GenerationInfo } from '../port.ts';
import type { Cluster, Say } from './cluster.ts';
import { writeAlias } from './names.ts';

/** How long a record may be late, in milliseconds: a restart applies the changes of that time again. */
const DELAY = 1_000;
/** The least time between two reports that changes of an engine are in the index for good, in milliseconds. */
const COVERED_PAUSE = 30_000;

const RECORD = 'reached';

/**
 * Records in each index up to which change it holds all of them: as the version of a document that no search finds.
 * The record follows the changes, so it never promises more than there is.
 */
export class ReachedRecords {
  readonly #cluster: Cluster;
  readonly #covered: (engineId: number, sequence: number) => Promise<void>;
  readonly #say: Say;
  readonly #pending = new Map<string, { readonly info: GenerationInfo; sequence: number }>();
  readonly #coveredAt = new Map<number, number>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(cluster: Cluster, covered: (engineId: number, sequence: number) => Promise<void>, say: Say) {
    this.#cluster = cluster;
    this.#covered = covered;
    this.#say = say;
  }

  note(info: GenerationInfo, sequence: number): void {
    const known = this.#pending.get(info.id);
    if (known !== undefined) known.sequence = Math.max(known.sequence, sequence);
    else this.#pending.set(info.id, { info, sequence });
    this.#timer ??= setTimeout(() => void this.write(), DELAY).unref();
  }

  /** Forgets a generation that is gone. */
  forget(id: string): void {
    this.#pending.delete(id);
  }

  /** Writes what is pending. */
  write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#writeAll());
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    const records = [...this.#pending.values()];
    this.#pending.clear();
    for (const { info, sequence } of records) {
      try {
        await this.#record(info, sequence);
      } catch (error) {
        this.#say('warn', 'how far the index of an engine is could not be recorded', {
          engine: info.engineId,
          reason: (error as Error).message,
        });
      }
    }
  }

  async #record({ id, engineId }: GenerationInfo, sequence: number): Promise<void> {
    const index = { _id: RECORD, version: sequence, version_type: 'external_gte' };
    const lines = [JSON.stringify({ index }), JSON.stringify({ e: engineId, q: sequence })];
    await this.#cluster.send('POST', `/${writeAlias(id)}/_bulk`, { lines, query: { require_alias: true } });
    const now = Date.now();
    if (now - (this.#coveredAt.get(engineId) ?? 0) < COVERED_PAUSE) return;
    this.#coveredAt.set(engineId, now);
    await this.#covered(engineId, sequence);
  }

  /** The last change up to which an index holds all; 0 if none is recorded. */
  async of(id: string): Promise<number> {
    const record = await this.#cluster.find('GET', `/${id}/_doc/${RECORD}`);
    return (record as { _version?: number } | undefined)?._version ?? 0;
  }
}
