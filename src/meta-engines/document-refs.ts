import type { EngineReader, EngineRecord } from '../store/port.ts';
import { parseScopedId } from './scoped-id.ts';
import { sourcesOf } from './sources.ts';

/** A document, by the engine that holds it, and the id that names it in a request. */
export interface GivenDocument {
  readonly engineId: number;
  readonly id: string;
  readonly givenId: string;
}

/**
 * The documents that ids name: of an engine by their own ids, of a meta engine by scoped ids. Ids of engines that are no
 * sources are left out; whether there is such a document is not checked.
 */
export async function documentRefs(
  engines: Pick<EngineReader, 'byId'>,
  engine: EngineRecord,
  ids: readonly string[],
): Promise<readonly GivenDocument[]> {
  if (engine.type !== 'meta') return ids.map((id) => ({ engineId: engine.id, id, givenId: id }));
  const sources = await sourcesOf(engines, engine);
  return ids.flatMap((givenId) => {
    const scoped = parseScopedId(givenId);
    const source = scoped && sources.find(({ name }) => name === scoped.engine);
    return source === undefined ? [] : [{ engineId: source.id, id: scoped?.id ?? '', givenId }];
  });
}
