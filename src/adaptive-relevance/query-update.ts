import { limits } from '../limits.ts';
import { missingDocuments } from '../meta-engines/missing-documents.ts';
import type { ClickedQuery } from '../relevance/clicked-queries.ts';
import { messagesOf } from '../search/option-error.ts';
import type { AdaptiveSettingsRecord, EngineRecord, StoreReader, StoreWriter } from '../store/port.ts';
import { recordVersion } from '../tuning/tuning-change.ts';
import { readSuggestedQuery, type SuggestedQuery, takeStep } from './suggested-curation.ts';
import { type Step, stepByClicks } from './suggestion-step.ts';

/** An engine with its clicks by query. */
export interface ClickedEngine {
  readonly engine: EngineRecord;
  readonly settings: AdaptiveSettingsRecord;
  readonly clicked: ReadonlyMap<string, ClickedQuery>;
}

type Reader = Pick<StoreReader, 'adaptive' | 'tuning' | 'documents' | 'engines'>;

/** Who the history of versions names. */
const AUTHOR = 'adaptive relevance';

/** Whether the clicks of a query change its suggestion. */
export async function needsUpdate(reader: Reader, engine: ClickedEngine, query: string): Promise<boolean> {
  return (await nextStep(reader, engine, query)).step.kind !== 'keep';
}

/**
 * Updates the suggestions of some queries within a transaction. What cannot be applied, or must not, waits for a person
 * instead.
 */
export async function updateQueries(
  tx: StoreWriter,
  clicked: ClickedEngine,
  queries: readonly string[],
  mayApply: boolean,
): Promise<void> {
  const engine = await tx.engines.byId(clicked.engine.id);
  if (engine === undefined) return;
  const time = Date.now();
  let hasChanged = false;
  for (const query of queries) {
    const { suggested, step } = await nextStep(tx, { ...clicked, engine }, query);
    try {
      if (await takeStep(tx, engine, suggested, mayApply ? step : postponed(step), time)) hasChanged = true;
    } catch (error) {
      // The engine has as many curations as it can have.
      messagesOf(error);
      await takeStep(tx, engine, suggested, postponed(step), time);
    }
  }
  if (hasChanged) await recordVersion(tx, engine.id, AUTHOR);
}

const postponed = (step: Step): Step =>
  step.kind === 'put' && step.curation !== 'stays'
    ? { kind: 'put', next: { ...step.next, status: 'pending' }, curation: 'stays' }
    : step;

async function nextStep(
  reader: Reader,
  { engine, settings, clicked }: ClickedEngine,
  query: string,
): Promise<{ readonly suggested: SuggestedQuery; readonly step: Step }> {
  const suggested = await readSuggestedQuery(reader, engine.id, query);
  const proposal = await proposalOf(reader, engine, clicked.get(query), settings.maxSize);
  const isAutomatic = settings.enabled && settings.mode === 'automatic';
  return { suggested, step: stepByClicks(suggested.current, suggested.curation, proposal, isAutomatic) };
}

/** The documents to promote: the best ones that exist. */
async function proposalOf(
  reader: Reader,
  engine: EngineRecord,
  clicked: ClickedQuery | undefined,
  maxSize: number,
): Promise<readonly string[]> {
  // Of more documents than a curation can have, some exist.
  const ids = clicked?.documents.slice(0, 2 * limits.curatedDocuments).map(({ id }) => id) ?? [];
  if (ids.length === 0) return [];
  const missing = new Set(await missingDocuments(reader, engine, ids));
  return ids.filter((id) => !missing.has(id)).slice(0, maxSize);
}
