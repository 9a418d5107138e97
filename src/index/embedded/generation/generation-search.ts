import type { Schema } from '../../../values/types.ts';
import type { Explanation } from '../../explanation.ts';
import type { DocumentRef, SearchOutcome, SearchPlan } from '../../plan.ts';
import { explainSteps } from '../query/explain/explain.ts';
import { searchSteps } from '../query/search.ts';
import { type RoughCost, roughCost } from '../query/search-cost.ts';
import type { InlineLimits } from '../runtime/inline-limits.ts';
import { runRemainingSlices, runTimeSliced, SEARCH_SLICE, timeSliced } from '../runtime/time-slice.ts';
import { Snapshot } from '../snapshot/snapshot.ts';
import type { IndexContext } from './index-context.ts';
import { loadLongTexts, needsLongTexts } from './long-text-loader.ts';
import type { PublishedSnapshot } from './published-snapshot.ts';

/** What a search reads of a generation. */
interface Searched {
  readonly engineId: number;
  readonly schema: Schema;
  readonly published: PublishedSnapshot;
  readonly isClosed: boolean;
  /** Notes that a search begins. Resolves when it sees every document; undefined if it does already. */
  searchable(): Promise<void> | undefined;
}

/**
 * Runs a plan over one or more generations as they are now: short searches on this thread, in time slices, and long ones
 * in a worker. One long search at a time stays here too, as long as no other waits for a worker.
 * Generations that have no unsealed documents are read before the first pause, so a swap or drop that follows does not
 * affect the search.
 */
export async function searchGenerations(
  generations: readonly Searched[],
  { searchers, source, buffers, inlineLimits, searches, thresholds }: IndexContext,
  plan: SearchPlan,
  { signal }: { readonly signal?: AbortSignal },
): Promise<SearchOutcome> {
  for (const generation of generations) {
    const sealed = generation.searchable();
    if (sealed !== undefined) await sealed;
  }
  const usable = usablePlan(generations, plan);
  const published = generations.map((generation) => generation.published);
  const snapshot = Snapshot.union(published.map((one) => one.snapshot));
  const needsTexts = needsLongTexts(snapshot, plan);
  // Workers have released the buffers of a closed generation: replicated again, they would be kept for ever.
  const isInline =
    searchers === undefined ||
    generations.some(({ isClosed }) => isClosed) ||
    isShort(roughCost(snapshot, usable), inlineLimits, searches.inline === 0 && !searchers.areBusy);
  const slices = timeSliced(searchSteps(snapshot, usable, thresholds), SEARCH_SLICE);
  if (!needsTexts && isInline) {
    // Most searches end within their first slice, without a turn of the event loop.
    const first = slices.next();
    if (first.done) return first.value;
  }
  const release = buffers.retain(published.flatMap(({ keys }) => keys));
  if (isInline) searches.inline++;
  try {
    if (needsTexts) {
      const onLoaded = (key: number, bytes: number) => buffers.extend(key, bytes);
      for (const [i, { engineId, schema }] of generations.entries()) {
        const own = (published[i] as (typeof published)[number]).snapshot;
        await loadLongTexts(own, plan, { engineId, schema, source, onLoaded });
        signal?.throwIfAborted();
      }
    }
    return isInline
      ? await runRemainingSlices(slices, signal)
      : await searchers.search(published, usable, thresholds, signal);
  } finally {
    if (isInline) searches.inline--;
    release();
  }
}

const isShort = ({ postings, others }: RoughCost, limits: InlineLimits, isFirst: boolean): boolean =>
  postings + others <= limits.search ||
  (isFirst && postings <= limits.firstSearch && others <= limits.search);

/** A plan with the fields that can be searched. */
function usablePlan(generations: readonly Searched[], plan: SearchPlan): SearchPlan {
  const isText = (name: string): boolean => generations.some(({ schema }) => schema.get(name) === 'text');
  const fields = plan.fields.filter(({ name, weight }) => weight > 0 && (name === 'id' || isText(name)));
  return { ...plan, fields };
}

/** Explains how a plan treats a document, on the snapshots that its search reads. */
export async function explainInGenerations(
  generations: readonly Searched[],
  context: IndexContext,
  plan: SearchPlan,
  ref: DocumentRef,
  options: { readonly signal?: AbortSignal },
): Promise<Explanation> {
  for (const generation of generations) {
    const sealed = generation.searchable();
    if (sealed !== undefined) await sealed;
  }
  const published = generations.map((generation) => generation.published);
  const snapshot = Snapshot.union(published.map((one) => one.snapshot));
  const release = context.buffers.retain(published.flatMap(({ keys }) => keys));
  try {
    const searching = searchGenerations(generations, context, plan, options);
    const [{ hits, total }, explained] = await Promise.all([
      searching,
      runTimeSliced(explainSteps(snapshot, usablePlan(generations, plan), ref), options.signal),
    ]);
    const isDocument = ({ engineId, id }: DocumentRef): boolean => engineId === ref.engineId && id === ref.id;
    const at = hits.findIndex((hit) => isDocument(hit) || hit.group?.others.some(isDocument));
    return { ...explained, position: at < 0 ? null : plan.offset + at + 1, total };
  } finally {
    release();
  }
}
