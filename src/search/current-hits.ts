import { breathe } from '../documents/indexing.ts';
import type { Hit, SearchOutcome, SearchPlan } from '../index/plan.ts';
import type { Generation } from '../index/port.ts';
import type { DocumentReader, StoredDocument } from '../store/port.ts';

/** How often a search is done again because a document changed between being found and being fetched. */
const RETRIES = 2;

export interface CurrentOutcome {
  readonly outcome: SearchOutcome;
  /** By id; every hit of the outcome has its document here. */
  readonly documents: ReadonlyMap<string, StoredDocument>;
}

/**
 * Searches and fetches what was found. A document that has changed in between might no longer pass the filter it
 * was found by, so a hit counts only if its document still has the sequence number that was found. Otherwise the
 * search is done again, and a hit that changes each time is left out.
 */
export class CurrentHits {
  readonly #documents: DocumentReader;

  constructor(documents: DocumentReader) {
    this.#documents = documents;
  }

  async find(generation: Generation, plan: SearchPlan): Promise<CurrentOutcome> {
    for (let attempt = 0; ; attempt++) {
      const outcome = await generation.search(plan);
      const hits = outcome.hits.flatMap((hit) => [hit, ...(hit.group?.others ?? [])]);
      const ids = [...new Set(hits.map((hit) => hit.id))];
      const documents = await this.#documents.byIds(generation.engineId, ids);
      const isCurrent = (hit: Hit): boolean => documents.get(hit.id)?.sequence === hit.sequence;
      if (hits.every(isCurrent)) return { outcome, documents };
      if (attempt === RETRIES) {
        return {
          outcome: { ...outcome, hits: outcome.hits.flatMap((hit) => keep(hit, isCurrent)) },
          documents,
        };
      }
      await breathe();
    }
  }
}

/** What is left of a hit: if the head of a group is gone, the next document takes its place. */
function keep(hit: Hit, isCurrent: (hit: Hit) => boolean): Hit[] {
  if (hit.group === undefined) return isCurrent(hit) ? [hit] : [];
  const [head, ...others] = [hit, ...hit.group.others].filter(isCurrent);
  return head === undefined ? [] : [{ ...head, group: { key: hit.group.key, others } }];
}
