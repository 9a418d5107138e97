import type { EngineRecord, StoreReader } from '../store/port.ts';
import { documentRefs } from './document-refs.ts';

/** The ids that name no document of an engine, or of the sources of a meta engine. */
export async function missingDocuments(
  { documents, engines }: Pick<StoreReader, 'documents' | 'engines'>,
  engine: EngineRecord,
  ids: readonly string[],
): Promise<readonly string[]> {
  const refs = await documentRefs(engines, engine, ids);
  const found = new Set<string>();
  for (const engineId of new Set(refs.map((ref) => ref.engineId))) {
    const own = refs.filter((ref) => ref.engineId === engineId);
    const sizes = await documents.sizesOf(
      engineId,
      own.map(({ id }) => id),
    );
    for (const { id, givenId } of own) if (sizes.has(id)) found.add(givenId);
  }
  return ids.filter((id) => !found.has(id));
}
