import { putCuration } from '../curations/curations.ts';
import { texts } from '../error-texts.ts';
import { badRequest } from '../errors.ts';
import { limits } from '../limits.ts';
import { missingDocuments } from '../meta-engines/missing-documents.ts';
import type {
  CurationRecord,
  EngineRecord,
  StoreReader,
  StoreWriter,
  SuggestionRecord,
} from '../store/port.ts';
import { queryKey } from '../tuning/query-key.ts';
import { newCurationId } from '../tuning/tuning-id.ts';
import { type NextSuggestion, ownerOf, type Step } from './suggestion-step.ts';

/** The suggestion of a query, and the curation that the query has. */
export interface SuggestedQuery {
  readonly query: string;
  readonly current: SuggestionRecord | undefined;
  readonly curation: CurationRecord | undefined;
}

export async function readSuggestedQuery(
  { adaptive, tuning }: Pick<StoreReader, 'adaptive' | 'tuning'>,
  engineId: number,
  query: string,
): Promise<SuggestedQuery> {
  const current = await adaptive.suggestion(engineId, query);
  return { query, current, curation: await tuning.curationOf(engineId, query) };
}

/**
 * Does a step within a transaction, and tells whether it changed a curation, of which the transaction must record a
 * version. Throws before it has changed anything if the rules of curations do not allow it.
 */
export async function takeStep(
  tx: StoreWriter,
  engine: EngineRecord,
  { query, current, curation }: SuggestedQuery,
  step: Step,
  time: number,
): Promise<boolean> {
  if (step.kind === 'keep') return false;
  if (step.kind === 'remove') {
    await tx.adaptive.deleteSuggestion(engine.id, query);
    return false;
  }
  const changed =
    step.curation === 'apply' ? await applied(tx, engine, { query, current, curation }, step.next) : {};
  if (step.curation === 'withdraw' && curation !== undefined) {
    await tx.tuning.deleteCuration(engine.id, curation.id);
  }
  await tx.adaptive.putSuggestion(engine.id, {
    ...step.next,
    ...changed,
    query,
    createdAt: current?.createdAt ?? time,
    updatedAt: time,
  });
  return step.curation !== 'stays';
}

/** Does what a suggestion says, and gives its new relation to the curation. */
async function applied(
  tx: StoreWriter,
  engine: EngineRecord,
  { query, current, curation }: SuggestedQuery,
  { operation, promoted }: NextSuggestion,
): Promise<Pick<SuggestionRecord, 'curationId' | 'applied' | 'overridesManual'>> {
  const owner = ownerOf(current, curation);
  if (operation === 'delete') {
    if (owner === 'suggestion' && curation) await tx.tuning.deleteCuration(engine.id, curation.id);
    return { curationId: null, applied: null, overridesManual: false };
  }
  const missing = await missingDocuments(tx, engine, promoted);
  if (missing.length > 0) throw badRequest(texts.invalidDocuments('promoted', missing));
  const others = curation?.queries.filter((one) => queryKey(one) !== query) ?? [];
  const isReplaced = curation !== undefined && others.length === 0;
  if (!isReplaced) {
    const { total } = await tx.tuning.curations(engine.id, { offset: 0, limit: 0 });
    if (total >= limits.curations) throw badRequest(texts.tooManyCurations);
  }
  // A curation made by hand keeps its other queries.
  if (curation !== undefined && others.length > 0) {
    await tx.tuning.putCuration(engine.id, { ...curation, queries: others }, others.map(queryKey));
  }
  const id = isReplaced ? curation.id : newCurationId();
  await putCuration(tx, engine, { id, queries: [query], promoted, hidden: [] });
  return { curationId: id, applied: promoted, overridesManual: false };
}
