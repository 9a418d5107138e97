import { limits } from '../limits.ts';
import type { EngineRecord, JudgementRecord, Page, PageRange, Precondition, Store } from '../store/port.ts';
import { existingEngine } from '../tuning/tuning-change.ts';
import { type ClickJudgements, judgementsOf } from './click-judgements.ts';
import { type ClickSource, clickedQueries, lastDays } from './clicked-queries.ts';
import type { ClickJudging, JudgementDeletion } from './judgement-request.ts';
import { relevanceErrors } from './relevance-error.ts';

/** Whose judgements are changed. */
export interface JudgementChange {
  readonly engine: EngineRecord;
  readonly precondition: Precondition | undefined;
}

/** How many judgements and judged queries an engine has. */
export interface JudgementCount {
  readonly judgements: number;
  readonly queries: number;
}

/** Reads, sets and deletes judgements. */
export class Judgements {
  readonly #store: Store;
  readonly #clicks: ClickSource;

  constructor(store: Store, clicks: ClickSource) {
    this.#store = store;
    this.#clicks = clicks;
  }

  page({ id }: EngineRecord, queryKey: string | null, range: PageRange): Promise<Page<JudgementRecord>> {
    return this.#store.judgements.page(id, queryKey, range);
  }

  /** Sets judgements, all or nothing, and gives the number that the engine has then. */
  set(
    { engine: { id }, precondition }: JudgementChange,
    records: readonly JudgementRecord[],
  ): Promise<JudgementCount> {
    return this.#store.transact({ engine: id }, async (tx) => {
      await precondition?.(tx);
      await existingEngine(tx, id);
      await tx.judgements.put(id, records);
      const count = await tx.judgements.count(id);
      if (count.judgements > limits.judgements) throw relevanceErrors.tooManyInEngine();
      if (count.queries > limits.judgedQueries) throw relevanceErrors.tooManyQueries();
      return count;
    });
  }

  /**
   * Replaces all judgements that were made from clicks by those that the clicks of the last days suggest; with `isDryRun`
   * it only computes them. Judgements that were made by hand stay. The most clicked queries come first if an engine
   * cannot have all of them.
   */
  async setFromClicks(
    { engine: { id }, precondition }: JudgementChange,
    { days, minClicks, isDryRun }: ClickJudging,
  ): Promise<ClickJudgements> {
    const filter = { ...lastDays(days), minClicks, limit: limits.clickedDocuments };
    const clicked = clickedQueries(await this.#clicks.clickedDocuments(id, filter));
    return this.#store.transact({ engine: id }, async (tx) => {
      await precondition?.(tx);
      await existingEngine(tx, id);
      const { results } = await tx.judgements.page(id, null, { offset: 0, limit: limits.judgements });
      const made = judgementsOf(
        clicked,
        results.filter(({ source }) => source === 'manual'),
      );
      if (!isDryRun) {
        await tx.judgements.deleteAll(id, 'clicks');
        await tx.judgements.put(id, made.judgements);
      }
      return made;
    });
  }

  /** Deletes judgements and gives their number. */
  delete({ engine: { id }, precondition }: JudgementChange, deletion: JudgementDeletion): Promise<number> {
    return this.#store.transact({ engine: id }, async (tx) => {
      await precondition?.(tx);
      await existingEngine(tx, id);
      const { judgements } = tx;
      if (deletion.kind === 'all') return judgements.deleteAll(id);
      if (deletion.kind === 'query') return judgements.deleteOf(id, deletion.queryKey);
      let deleted = 0;
      for (const [queryKey, pairs] of Map.groupBy(deletion.pairs, (pair) => pair.queryKey)) {
        const ids = pairs.map(({ documentId }) => documentId);
        deleted += await judgements.deleteOf(id, queryKey, ids);
      }
      return deleted;
    });
  }
}
