import { schemaOf } from '../meta-engines/engine-schema.ts';
import { sourcesOf } from '../meta-engines/sources.ts';
import { isSampleEngine } from '../sample/sample.ts';
import { reindexStatus } from '../schema/reindex-status.ts';
import type { Reindexing } from '../schema/reindexing.ts';
import type { UnconfirmedField } from '../store/dashboard-port.ts';
import type { EngineFigures, EngineRecord, Page, PageRange, Store, StoreReader } from '../store/port.ts';
import { timeSlices } from '../threads/time-slice.ts';
import { schemaToJson } from '../values/types.ts';
import { type Actor, recordAction } from './audit.ts';
import { schemaVersion } from './resource-versions.ts';
import type { EngineItem, EngineOverview } from './types.ts';

const moment = (ms: number): string => new Date(ms).toISOString();

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

const engineItem = (
  engine: EngineRecord,
  sources: readonly EngineRecord[],
  figures: ReadonlyMap<number, EngineFigures>,
  unconfirmed: readonly UnconfirmedField[],
): EngineItem => ({
  name: engine.name,
  type: engine.type,
  source_engines: engine.type === 'meta' ? sources.map(({ name }) => name) : [],
  language: sources[0]?.language ?? null,
  document_count: sum(sources.map(({ documentCount }) => documentCount)),
  field_count: new Set(sources.flatMap(({ schema }) => [...schema.keys()])).size,
  document_bytes: sum(sources.map(({ id }) => figures.get(id)?.documentBytes ?? 0)),
  unconfirmed_count: unconfirmed.length,
  sample: isSampleEngine(engine),
  reindexing: engine.runningJob !== null,
  created_at: moment(engine.createdAt),
  changed_at: moment([engine, ...sources].reduce((last, one) => Math.max(last, changedAt(one, figures)), 0)),
});

const changedAt = ({ id, createdAt }: EngineRecord, figures: ReadonlyMap<number, EngineFigures>): number =>
  figures.get(id)?.changedAt ?? createdAt;

/** New fields without those that a cancelled schema change has removed again. */
export const unconfirmedFields = async (
  { unconfirmed }: Pick<StoreReader, 'unconfirmed'>,
  { id, schema }: EngineRecord,
): Promise<readonly UnconfirmedField[]> => (await unconfirmed.of(id)).filter(({ name }) => schema.has(name));

/** Engines with the figures that the dashboard shows: counts, sizes and unconfirmed fields. */
export class EngineOverviews {
  readonly #store: Store;
  readonly #reindexing: Reindexing;

  constructor(store: Store, reindexing: Reindexing) {
    this.#store = store;
    this.#reindexing = reindexing;
  }

  async page(accountId: string, range: PageRange): Promise<Page<EngineItem>> {
    const { total, results } = await this.#store.engines.page(accountId, null, range);
    return { total, results: await this.#items(results) };
  }

  async item(engine: EngineRecord): Promise<EngineItem> {
    const [item] = await this.#items([engine]);
    return item as EngineItem;
  }

  async #items(engines: readonly EngineRecord[]): Promise<readonly EngineItem[]> {
    const shown: Array<{ engine: EngineRecord; sources: readonly EngineRecord[] }> = [];
    // Lookups from memory do not yield to the event loop by themselves.
    const yieldWhenDue = timeSlices();
    for (const engine of engines) {
      shown.push({ engine, sources: await sourcesOf(this.#store.engines, engine) });
      await yieldWhenDue();
    }
    const ids = new Set(shown.flatMap(({ engine, sources }) => [engine.id, ...sources.map(({ id }) => id)]));
    const figures = await this.#store.engines.figures([...ids]);
    const items: EngineItem[] = [];
    for (const { engine, sources } of shown) {
      items.push(engineItem(engine, sources, figures, await this.#unconfirmed(engine)));
    }
    return items;
  }

  async of(found: EngineRecord): Promise<EngineOverview> {
    const engine = (await this.#store.engines.byId(found.id)) ?? found;
    const unconfirmed = await this.#unconfirmed(engine);
    return {
      ...(await this.item(engine)),
      schema: schemaToJson(await schemaOf(this.#store.engines, engine)),
      schema_version: schemaVersion(engine),
      unconfirmed_fields: unconfirmed.map(({ name, addedAt }) => ({ name, added_at: moment(addedAt) })),
      reindex: await reindexStatus(this.#store, this.#reindexing, engine.id),
    };
  }

  /** Confirms the types of new fields; all of them if none is named. */
  async confirm(engine: EngineRecord, fields: readonly string[] | undefined, actor: Actor): Promise<void> {
    await this.#store.transact({ engine: engine.id }, async (tx) => {
      const before = await tx.unconfirmed.of(engine.id);
      await tx.unconfirmed.confirm(engine.id, fields);
      const names = before.map(({ name }) => name).filter((name) => fields?.includes(name) ?? true);
      if (names.length === 0) return;
      const action = { action: 'schema.confirmed', subject: engine.name, detail: names.join(', ') } as const;
      await recordAction(tx, actor, action);
    });
  }

  #unconfirmed(engine: EngineRecord): Promise<readonly UnconfirmedField[]> {
    return unconfirmedFields(this.#store, engine);
  }
}
