import { reindexStatus } from '../schema/reindex-status.ts';
import type { Reindexing } from '../schema/reindexing.ts';
import type { UnconfirmedField } from '../store/dashboard-port.ts';
import type { EngineFigures, EngineRecord, Page, PageRange, Store } from '../store/port.ts';
import { schemaToJson } from '../values/types.ts';
import { type Actor, recordAction } from './audit.ts';
import { schemaVersion } from './resource-versions.ts';
import type { EngineItem, EngineOverview } from './types.ts';

const moment = (ms: number): string => new Date(ms).toISOString();

const engineItem = (
  engine: EngineRecord,
  figures: EngineFigures | undefined,
  unconfirmed: readonly UnconfirmedField[],
): EngineItem => ({
  name: engine.name,
  language: engine.language,
  document_count: engine.documentCount,
  field_count: engine.schema.size,
  document_bytes: figures?.documentBytes ?? 0,
  unconfirmed_count: unconfirmed.length,
  reindexing: engine.runningJob !== null,
  created_at: moment(engine.createdAt),
  changed_at: moment(figures?.changedAt ?? engine.createdAt),
});

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
    const figures = await this.#store.engines.figures(results.map(({ id }) => id));
    const items: EngineItem[] = [];
    for (const engine of results) {
      items.push(engineItem(engine, figures.get(engine.id), await this.#unconfirmed(engine)));
    }
    return { total, results: items };
  }

  async item(engine: EngineRecord): Promise<EngineItem> {
    const figures = await this.#store.engines.figures([engine.id]);
    return engineItem(engine, figures.get(engine.id), await this.#unconfirmed(engine));
  }

  async of(found: EngineRecord): Promise<EngineOverview> {
    const engine = (await this.#store.engines.byId(found.id)) ?? found;
    const unconfirmed = await this.#unconfirmed(engine);
    return {
      ...(await this.item(engine)),
      schema: schemaToJson(engine.schema),
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

  /** Without fields that a cancelled schema change has removed again. */
  async #unconfirmed({ id, schema }: EngineRecord): Promise<readonly UnconfirmedField[]> {
    return (await this.#store.unconfirmed.of(id)).filter(({ name }) => schema.has(name));
  }
}
