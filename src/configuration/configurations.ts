import type { Caller } from '../api/caller.ts';
import { parseCuration } from '../curations/curation-request.ts';
import { putCuration } from '../curations/curations.ts';
import { assertReach, namedSources } from '../engines/source-engines.ts';
import { texts } from '../error-texts.ts';
import { badRequest, errors } from '../errors.ts';
import { schemaOf } from '../meta-engines/engine-schema.ts';
import { planSchemaChange, type SchemaChange } from '../schema/schema-change.ts';
import type { Schemas } from '../schema/schemas.ts';
import { namesSections, parseSections } from '../settings/settings-request.ts';
import type {
  EngineRecord,
  Page,
  PageRange,
  Precondition,
  Store,
  StoredSettings,
  StoreWriter,
  TuningVersion,
  TuningVersionInfo,
} from '../store/port.ts';
import { ALL, type Configuration, readConfiguration } from '../tuning/configuration.ts';
import { changeTuning, existingEngine } from '../tuning/tuning-change.ts';
import { newCurationId, newSynonymSetId } from '../tuning/tuning-id.ts';
import { type ConfigurationDiff, diffOf } from './configuration-diff.ts';
import { type ConfigurationRequest, parseConfiguration } from './configuration-request.ts';

/** Who changes the configuration of which engine. */
export interface ConfigurationChange {
  readonly engine: EngineRecord;
  readonly caller: Caller;
  readonly precondition: Precondition | undefined;
}

/** A checked request, and what was valid before: settings and documents of an earlier version stay valid. */
interface PlannedChange extends ConfigurationChange {
  readonly request: ConfigurationRequest;
  readonly restored: Configuration | undefined;
}

/** Ends the transaction of a dry run, so that it is undone. */
class DryRunOver extends Error {
  readonly diff: ConfigurationDiff;

  constructor(diff: ConfigurationDiff) {
    super('a dry run was undone');
    this.diff = diff;
  }
}

/** The configuration of an engine as one document, and its history. */
export class Configurations {
  readonly #store: Store;
  readonly #schemas: Schemas;

  constructor(store: Store, schemas: Schemas) {
    this.#store = store;
    this.#schemas = schemas;
  }

  get(engine: EngineRecord): Promise<Configuration> {
    return readConfiguration(this.#store, engine);
  }

  /** Replaces the sections that the request names, all or nothing. */
  async replace(
    change: ConfigurationChange,
    params: Readonly<Record<string, unknown>>,
  ): Promise<Configuration> {
    return this.#apply({ ...change, request: parseConfiguration(params), restored: undefined });
  }

  /** What a replacement would change. It fails as the replacement would. */
  async diff(
    change: ConfigurationChange,
    params: Readonly<Record<string, unknown>>,
  ): Promise<ConfigurationDiff> {
    const planned = { ...change, request: parseConfiguration(params), restored: undefined };
    const { engine } = planned;
    const schemaChange = schemaChangeOf(planned);
    if (schemaChange !== undefined && engine.runningJob !== null) throw errors.reindexing();
    try {
      await this.#store.transact(scopeOf(planned), async (tx) => {
        const before = await readConfiguration(tx, await existingEngine(tx, engine.id));
        if (schemaChange !== undefined) await tx.engines.setSchema(engine.id, schemaChange.schema);
        await applySections(tx, planned);
        throw new DryRunOver(
          diffOf(before, await readConfiguration(tx, await existingEngine(tx, engine.id))),
        );
      });
    } catch (error) {
      if (error instanceof DryRunOver) return error.diff;
      throw error;
    }
    throw new Error('a dry run was committed');
  }

  /** Newest first. */
  versions({ id }: EngineRecord, range: PageRange): Promise<Page<TuningVersionInfo>> {
    return this.#store.tuning.versions(id, range);
  }

  async version({ id }: EngineRecord, version: string): Promise<TuningVersion> {
    const found = /^\d{1,15}$/.test(version)
      ? await this.#store.tuning.version(id, Number(version))
      : undefined;
    if (found === undefined) throw errors.noSuchVersion(version);
    return found;
  }

  /** Applies an earlier version. Fields that were added to the schema since stay. */
  async restore(change: ConfigurationChange, version: string): Promise<Configuration> {
    const restored: Configuration = JSON.parse((await this.version(change.engine, version)).json);
    return this.#apply({ ...change, request: parseConfiguration({ ...restored }), restored });
  }

  async #apply(planned: PlannedChange): Promise<Configuration> {
    const { engine, caller, precondition, request } = planned;
    const author = caller.keyName;
    const within = (tx: StoreWriter): Promise<void> => applySections(tx, planned);
    if (schemaChangeOf(planned) === undefined) {
      await changeTuning(this.#store, {
        engine,
        author,
        precondition,
        scope: scopeOf(planned),
        work: within,
      });
    } else {
      await this.#schemas.change(engine, request.schema ?? [], { author, precondition, within });
    }
    return readConfiguration(this.#store, await existingEngine(this.#store, engine.id));
  }
}

/** The schema change that a request asks for; undefined if the schema stays as it is. */
function schemaChangeOf({ engine, request }: PlannedChange): SchemaChange | undefined {
  if (request.schema === undefined) return undefined;
  if (engine.type === 'meta') throw errors.metaEngineSchema();
  const plan = planSchemaChange(engine.schema, request.schema);
  if (!plan.ok) throw badRequest(plan.messages);
  return plan.change.changed.length + plan.change.added.length === 0 ? undefined : plan.change;
}

/** Sources must exist until the end of the transaction, so a change of sources has the scope of the account. */
const scopeOf = ({ engine, request }: PlannedChange) =>
  request.sourceEngines === undefined ? { engine: engine.id } : { account: engine.accountId };

/** Applies all sections but the schema, which the transaction has changed before. */
async function applySections(tx: StoreWriter, planned: PlannedChange): Promise<void> {
  const { request, restored, caller, engine: asked } = planned;
  const engine = await existingEngine(tx, asked.id);
  if (request.sourceEngines !== undefined) await setSources(tx, engine, caller, request.sourceEngines);
  if (request.searchSettings !== undefined) {
    const stored: StoredSettings = restored?.search_settings ?? (await tx.tuning.settings(engine.id));
    const isNamed = namesSections(request.searchSettings);
    const schema = await schemaOf(tx.engines, await existingEngine(tx, engine.id));
    await tx.tuning.setSettings(
      engine.id,
      isNamed ? parseSections(request.searchSettings, schema, stored) : {},
    );
  }
  if (request.synonyms !== undefined) await setSynonyms(tx, engine.id, request.synonyms);
  if (request.curations !== undefined) await setCurations(tx, engine, request.curations, restored);
}

async function setSources(
  { engines }: StoreWriter,
  engine: EngineRecord,
  caller: Caller,
  names: readonly string[],
): Promise<void> {
  if (engine.type !== 'meta') throw badRequest(texts.notASourceList);
  assertReach(caller, names);
  const sources = await namedSources(engines, engine, names);
  await engines.setSources(
    engine.id,
    sources.map(({ id }) => id),
  );
}

async function setSynonyms(
  { tuning }: StoreWriter,
  engineId: number,
  sets: NonNullable<ConfigurationRequest['synonyms']>,
): Promise<void> {
  const kept = new Set(sets.map(({ id }) => id));
  for (const { id } of (await tuning.synonymSets(engineId, ALL)).results) {
    if (!kept.has(id)) await tuning.deleteSynonymSet(engineId, id);
  }
  for (const { id, value } of sets) {
    await tuning.putSynonymSet(engineId, { id: id ?? newSynonymSetId(), terms: value });
  }
}

async function setCurations(
  tx: StoreWriter,
  engine: EngineRecord,
  entries: NonNullable<ConfigurationRequest['curations']>,
  restored: Configuration | undefined,
): Promise<void> {
  const { results: before } = await tx.tuning.curations(engine.id, ALL);
  // Documents that a curation names already may have been deleted since.
  const known = new Set(
    [...before, ...(restored?.curations ?? [])].flatMap(({ promoted, hidden }) => [...promoted, ...hidden]),
  );
  // All are removed first: a query may move from one curation to another.
  for (const { id } of before) await tx.tuning.deleteCuration(engine.id, id);
  for (const { id, value } of entries) {
    const { queries = [], promoted, hidden } = parseCuration(value);
    await putCuration(tx, engine, { id: id ?? newCurationId(), queries, promoted, hidden }, known);
  }
}
