import { messagesOf } from '../search/option-error.ts';
import type {
  AdaptiveSettingsRecord,
  EngineRecord,
  Page,
  PageRange,
  Store,
  StoreWriter,
  SuggestionRecord,
  SuggestionStatus,
} from '../store/port.ts';
import { queryKey } from '../tuning/query-key.ts';
import { existingEngine, recordVersion, type TuningRequest } from '../tuning/tuning-change.ts';
import { adaptiveErrors, suggestionTexts } from './adaptive-error.ts';
import { DEFAULT_SETTINGS } from './settings-request.ts';
import { readSuggestedQuery, takeStep } from './suggested-curation.ts';
import type { StatusChange } from './suggestion-request.ts';
import { ownerOf, stepByStatus } from './suggestion-step.ts';

/** The result of a change: the suggestion, or what is wrong with the change. */
export type ChangedSuggestion =
  | { readonly suggestion: SuggestionRecord }
  | { readonly sent: StatusChange['sent']; readonly errors: readonly string[] };

/** The settings of adaptive relevance, and its suggestions. */
export class CurationSuggestions {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  async settings({ id }: EngineRecord): Promise<AdaptiveSettingsRecord> {
    return (await this.#store.adaptive.settings(id)) ?? DEFAULT_SETTINGS;
  }

  /** Replaces the members that a change names. */
  changeSettings(
    { engine: { id }, precondition }: TuningRequest,
    change: Partial<AdaptiveSettingsRecord>,
  ): Promise<AdaptiveSettingsRecord> {
    return this.#store.transact({ engine: id }, async (tx) => {
      await precondition?.(tx);
      await existingEngine(tx, id);
      const settings = { ...DEFAULT_SETTINGS, ...(await tx.adaptive.settings(id)), ...change };
      await tx.adaptive.setSettings(id, settings);
      return settings;
    });
  }

  page(
    { id }: EngineRecord,
    statuses: readonly SuggestionStatus[] | null,
    range: PageRange,
  ): Promise<Page<SuggestionRecord>> {
    return this.#store.adaptive.suggestions(id, statuses, range);
  }

  /** The suggestion of a query; throws if there is none of these statuses. */
  async ofQuery(
    { id }: EngineRecord,
    query: string,
    statuses: readonly SuggestionStatus[] | null,
  ): Promise<SuggestionRecord> {
    const suggestion = await this.#store.adaptive.suggestion(id, queryKey(query));
    if (suggestion === undefined || (statuses !== null && !statuses.includes(suggestion.status))) {
      throw adaptiveErrors.noSuggestion(query);
    }
    return suggestion;
  }

  /** Changes statuses, each on its own, as one version of the tuning. */
  change(
    { engine: { id }, author, precondition }: TuningRequest,
    changes: readonly StatusChange[],
  ): Promise<readonly ChangedSuggestion[]> {
    const time = Date.now();
    return this.#store.transact({ engine: id }, async (tx) => {
      await precondition?.(tx);
      const engine = await existingEngine(tx, id);
      const results: ChangedSuggestion[] = [];
      let hasChanged = false;
      for (const change of changes) {
        try {
          if (await changeStatus(tx, engine, change, time)) hasChanged = true;
          const suggestion = await tx.adaptive.suggestion(id, queryKey(change.query));
          if (suggestion !== undefined) results.push({ suggestion });
        } catch (error) {
          results.push({ sent: change.sent, errors: messagesOf(error) });
        }
      }
      if (hasChanged) await recordVersion(tx, id, author);
      return results;
    });
  }
}

/** Changes one status, and tells whether a curation has changed. */
async function changeStatus(
  tx: StoreWriter,
  engine: EngineRecord,
  { query, status, mayOverride, errors }: StatusChange,
  time: number,
): Promise<boolean> {
  if (errors.length > 0) throw adaptiveErrors.invalid(errors);
  const suggested = await readSuggestedQuery(tx, engine.id, queryKey(query));
  const { current, curation } = suggested;
  if (current === undefined) throw adaptiveErrors.invalid([suggestionTexts.notFound(query)]);
  if (current.status === status) {
    throw adaptiveErrors.invalid([suggestionTexts.badTransition(current.status, status)]);
  }
  const step = stepByStatus(current, curation, status);
  const isApplied = step.kind === 'put' && step.curation === 'apply';
  if (isApplied && curation && ownerOf(current, curation) === 'hand' && !mayOverride) {
    throw adaptiveErrors.invalid([suggestionTexts.manualCuration(query, curation.id)]);
  }
  return takeStep(tx, engine, suggested, step, time);
}
