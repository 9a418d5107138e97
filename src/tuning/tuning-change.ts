import type { EngineCall } from '../api/route.ts';
import { texts } from '../error-texts.ts';
import { badRequest, errors } from '../errors.ts';
import { limits } from '../limits.ts';
import type { EngineRecord, Precondition, Scope, Store, StoreReader, StoreWriter } from '../store/port.ts';
import { type Configuration, readConfiguration } from './configuration.ts';

/** Who changes the tuning of which engine. */
export interface TuningRequest {
  readonly engine: EngineRecord;
  /** The name of the key or person, for the history of versions. */
  readonly author: string;
  readonly precondition: Precondition | undefined;
}

export const tuningRequestOf = ({ engine, caller, precondition }: EngineCall): TuningRequest => ({
  engine,
  author: caller.keyName,
  precondition,
});

/** A change of the tuning of an engine. */
export interface TuningChange<T> extends TuningRequest {
  /** The scope of the transaction, if it is not the engine. */
  readonly scope?: Scope;
  /** Runs in the transaction, with the engine's record as the transaction sees it. */
  readonly work: (tx: StoreWriter, engine: EngineRecord) => Promise<T>;
}

/** Makes a change of tuning and records the version it results in, all or nothing. */
export function changeTuning<T>(
  store: Store,
  { engine: { id }, author, scope = { engine: id }, precondition, work }: TuningChange<T>,
): Promise<T> {
  return store.transact(scope, async (tx) => {
    await precondition?.(tx);
    const result = await work(tx, await existingEngine(tx, id));
    await recordVersion(tx, id, author);
    return result;
  });
}

/**
 * Records the configuration of an engine as its newest version, at the end of a transaction that changed it. Throws if
 * its tuning has become too large; schema and sources have limits of their own.
 */
export async function recordVersion(tx: StoreWriter, engineId: number, author: string): Promise<void> {
  const configuration = await readConfiguration(tx, await existingEngine(tx, engineId));
  const json = JSON.stringify(configuration);
  if (Buffer.byteLength(json) - otherBytes(configuration) > limits.tuningBytes) {
    throw badRequest(texts.tuningTooLarge);
  }
  await tx.tuning.addVersion(engineId, { json, author, createdAt: Date.now() }, limits.configurationVersions);
}

const otherBytes = ({ schema, source_engines = [] }: Configuration): number =>
  Buffer.byteLength(JSON.stringify([schema, source_engines]));

/** The engine's record; throws if it was deleted. */
export async function existingEngine(
  { engines }: Pick<StoreReader, 'engines'>,
  id: number,
): Promise<EngineRecord> {
  const engine = await engines.byId(id);
  if (engine === undefined) throw errors.noSuchEngine();
  return engine;
}
