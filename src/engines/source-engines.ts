import { type Caller, reaches } from '../api/caller.ts';
import { texts } from '../error-texts.ts';
import { badRequest, errors } from '../errors.ts';
import { limits } from '../limits.ts';
import { sourcesOf } from '../meta-engines/sources.ts';
import type { EngineReader, EngineRecord, Precondition, Store } from '../store/port.ts';
import { recordVersion } from '../tuning/tuning-change.ts';

/** A change of the sources of a meta engine. */
export interface SourceChange {
  readonly engine: EngineRecord;
  readonly caller: Caller;
  readonly names: readonly string[];
  readonly precondition: Precondition | undefined;
}

/** Adds sources to meta engines and removes them. */
export class SourceEngines {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Adds sources at the end; those that are sources already stay where they are. The key must reach all of them. */
  async add(change: SourceChange): Promise<EngineRecord> {
    assertReach(change.caller, change.names);
    return this.#change(change, (engines, { engine, names }, before) =>
      namedSources(engines, engine, names, before),
    );
  }

  /** Removes sources, perhaps all of them. Names that are no sources are ignored. */
  async remove(change: SourceChange): Promise<EngineRecord> {
    return this.#change(change, async (_engines, { names }, before) =>
      before.filter(({ name }) => !names.includes(name)),
    );
  }

  async #change(
    change: SourceChange,
    changed: (
      engines: EngineReader,
      change: SourceChange,
      before: readonly EngineRecord[],
    ) => Promise<readonly EngineRecord[]>,
  ): Promise<EngineRecord> {
    const { accountId, id, type } = change.engine;
    if (type !== 'meta') throw errors.notMetaEngine();
    // The scope of the account: that the sources exist must stay true until the end.
    return this.#store.transact({ account: accountId }, async (tx) => {
      await change.precondition?.(tx);
      const engine = await tx.engines.byId(id);
      if (engine === undefined) throw errors.noSuchEngine();
      const before = await sourcesOf(tx.engines, engine);
      const after = await changed(tx.engines, change, before);
      if (after.length === before.length) return engine;
      await tx.engines.setSources(
        id,
        after.map((source) => source.id),
      );
      await recordVersion(tx, id, change.caller.keyName);
      return (await tx.engines.byId(id)) ?? engine;
    });
  }
}

/** Refuses a key that has no access to one of the engines, whether or not it exists. */
export function assertReach(caller: Caller, names: readonly string[]): void {
  if (names.some((name) => !reaches(caller, name))) throw errors.unauthorized();
}

/**
 * The sources of a meta engine with further ones at the end, in the transaction that stores them. All are of one
 * language: stems of different languages cannot be compared.
 */
export async function namedSources(
  engines: Pick<EngineReader, 'byName'>,
  meta: Pick<EngineRecord, 'accountId' | 'name'>,
  names: readonly string[],
  present: readonly EngineRecord[] = [],
): Promise<readonly EngineRecord[]> {
  const added = names.filter((name) => !present.some((source) => source.name === name));
  if (present.length + added.length > limits.sourceEngines) throw badRequest(texts.tooManySourceEngines);
  const messages: string[] = [];
  const sources = [...present];
  for (const name of added) {
    const source = name === meta.name ? undefined : await engines.byName(meta.accountId, name);
    if (name === meta.name) messages.push(texts.ownSourceEngine);
    else if (source === undefined) messages.push(texts.sourceEngineMissing(name));
    else if (source.type === 'meta') messages.push(texts.metaSourceEngine(name));
    else sources.push(source);
  }
  const [first, ...others] = sources;
  const foreign = others.find(({ language }) => language !== first?.language);
  if (first !== undefined && foreign !== undefined) {
    messages.push(texts.sourceLanguagesDiffer(first, foreign));
  }
  if (messages.length > 0) throw badRequest(messages);
  return sources;
}
