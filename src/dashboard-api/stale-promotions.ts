import { limits } from '../limits.ts';
import { missingDocuments } from '../meta-engines/missing-documents.ts';
import type { EngineRecord, StoreReader } from '../store/port.ts';
import type { StaleCuration, StalePromotions } from './health-types.ts';

/** Curations that are read at once. */
const AT_ONCE = 100;

/** The curations that promote documents which no longer exist. Checks a limited number of promoted documents. */
export async function stalePromotions(
  store: Pick<StoreReader, 'documents' | 'engines' | 'tuning'>,
  engine: EngineRecord,
): Promise<StalePromotions> {
  const stale: StaleCuration[] = [];
  let left: number = limits.health.promotedDocuments;
  let checkedAll = true;
  for (let offset = 0; ; offset += AT_ONCE) {
    const { total, results } = await store.tuning.curations(engine.id, { offset, limit: AT_ONCE });
    const checked = results.map(({ id, queries, promoted }) => {
      const ids = promoted.slice(0, left);
      left -= ids.length;
      if (ids.length < promoted.length) checkedAll = false;
      return { id, query: queries[0] ?? '', ids };
    });
    const ids = new Set(checked.flatMap((curation) => curation.ids));
    const missing = new Set(await missingDocuments(store, engine, [...ids]));
    for (const curation of checked) {
      const documents = curation.ids.filter((id) => missing.has(id)).length;
      if (documents > 0) stale.push({ id: curation.id, query: curation.query, documents });
    }
    if (offset + AT_ONCE >= total) break;
    if (left === 0) {
      checkedAll = false;
      break;
    }
  }
  return {
    documents: stale.reduce((sum, { documents }) => sum + documents, 0),
    curations: stale.length,
    first: stale.slice(0, limits.health.entries),
    checked_all: checkedAll,
  };
}
