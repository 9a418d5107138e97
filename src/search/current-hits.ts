import { errors } from '../errors.ts';
import type { Hit, SearchOutcome, SearchPlan } from '../index/plan.ts';
import type { Searchable } from '../indexing/serving-generations.ts';
import type { DocumentReader, DocumentSize, StoredDocument } from '../store/port.ts';
import { yieldToEventLoop } from '../threads/turns.ts';
import { type Found, foundOf } from './found.ts';
import { type DocumentBounds, documentsOf, isLarge, PAGE_BOUNDS, piecesOf } from './page-size.ts';
import type { Profile } from './profile.ts';
import { idsOf, lengthOf, RecentDocuments } from './recent-documents.ts';
import { TimeLimit } from './time-limit.ts';

interface Sequenced {
  readonly sequence: number;
}

/** How often a search is repeated because a document changed between search and fetch. */
const RETRIES = 2;
/** Documents whose sizes are read with one statement. */
const MEASURED_AT_ONCE = 1000;

export interface CurrentOutcome {
  readonly outcome: SearchOutcome;
  /** Whether the documents are too many or too large to be rendered as a whole. */
  readonly isLarge: boolean;
  /** The hits of the outcome in order. A page that is not large is one piece, with its documents. */
  readonly pieces: readonly Piece[];
}

/** Consecutive hits of a page, few enough to be fetched quickly; with their documents if these are fetched already. */
export interface Piece {
  readonly hits: readonly Hit[];
  readonly documents?: Found<StoredDocument>;
}
/** A piece whose documents include those of all its hits. */
export type FetchedPiece = Required<Piece>;

/**
 * Searches, and fetches the documents of the hits. A document that has changed in between may no longer pass the
 * filter, so a hit counts only if its document still has the sequence number of the hit. Otherwise the search is
 * repeated; a hit that changes each time is left out. For a large page only sequence numbers and sizes are read before
 * the response begins; a hit that changes before its piece is fetched is left out.
 */
export class CurrentHits {
  readonly #documents: Pick<DocumentReader, 'byIds' | 'sizesOf'>;
  readonly #recent: RecentDocuments;
  readonly #bounds: DocumentBounds;
  readonly #timeout: number;

  /** `timeout`: the most milliseconds for the searches of a request. */
  constructor(
    documents: Pick<DocumentReader, 'byIds' | 'sizesOf'>,
    timeout: number,
    bounds: DocumentBounds = PAGE_BOUNDS,
  ) {
    this.#documents = documents;
    this.#recent = new RecentDocuments(documents);
    this.#bounds = bounds;
    this.#timeout = timeout;
  }

  /** The limit of time for the searches of one request, which also end when `signal` aborts. */
  timeLimit(signal: AbortSignal | undefined): TimeLimit {
    return new TimeLimit(signal, this.#timeout, errors.searchTooLong);
  }

  /** Searches within a limit of time. */
  find(
    generation: Searchable,
    plan: SearchPlan,
    limit: TimeLimit,
    profile?: Profile,
  ): Promise<CurrentOutcome> {
    return limit.within(this.#find(generation, plan, limit.signal, profile));
  }

  async #find(
    generation: Searchable,
    plan: SearchPlan,
    signal: AbortSignal,
    profile: Profile | undefined,
  ): Promise<CurrentOutcome> {
    for (let attempt = 0; ; attempt++) {
      const found = await generation.search(plan, { signal });
      profile?.end('search');
      const hits = allDocuments(found.hits);
      const { documents, known, sizes } = await this.#look(hits);
      profile?.end('documents');
      const isCurrent = (hit: Hit): boolean => foundOf<Sequenced>(known, hit)?.sequence === hit.sequence;
      const areAll = hits.every(isCurrent);
      if (areAll || attempt === RETRIES) {
        const outcome = areAll
          ? found
          : { ...found, hits: found.hits.flatMap((hit) => keep(hit, isCurrent)) };
        return { outcome, ...this.#pieces(outcome.hits, documents, sizes) };
      }
      await yieldToEventLoop();
      // Another node may have changed the document.
      await generation.catchUp();
      signal.throwIfAborted();
    }
  }

  /** The documents of a piece, and its hits without those that have changed since the search. */
  async fetch({ hits, documents }: Piece): Promise<FetchedPiece> {
    if (documents !== undefined) return { hits, documents };
    const fetched = await byEngine(hits.flatMap(documentsOf), (engineId, own) =>
      this.#documents.byIds(engineId, idsOf(own)),
    );
    const isCurrent = (hit: Hit): boolean => foundOf(fetched, hit)?.sequence === hit.sequence;
    return { hits: hits.flatMap((hit) => keep(hit, isCurrent)), documents: fetched };
  }

  /** The documents of hits if they are few or small, otherwise only their sequence numbers and sizes. */
  async #look(hits: readonly Hit[]) {
    const sizes =
      hits.length <= this.#bounds.few
        ? undefined
        : await byEngine(hits, (engineId, own) => this.#measure(engineId, idsOf(own)));
    if (sizes !== undefined && isLarge(allOf(sizes), this.#bounds)) {
      return { documents: undefined, known: sizes, sizes };
    }
    const documents = await byEngine(hits, (engineId, own) => this.#recent.of(engineId, own));
    return { documents, known: documents };
  }

  async #measure(engineId: number, ids: readonly string[]) {
    const sizes = new Map<string, DocumentSize>();
    for (let from = 0; from < ids.length; from += MEASURED_AT_ONCE) {
      if (from > 0) await yieldToEventLoop();
      const some = await this.#documents.sizesOf(engineId, ids.slice(from, from + MEASURED_AT_ONCE));
      for (const [id, size] of some) sizes.set(id, size);
    }
    return sizes;
  }

  #pieces(
    hits: readonly Hit[],
    documents: Found<StoredDocument> | undefined,
    sizes: Found<DocumentSize> | undefined,
  ): Pick<CurrentOutcome, 'isLarge' | 'pieces'> {
    if (documents !== undefined) {
      return { isLarge: isLarge(measured(documents), this.#bounds), pieces: [{ hits, documents }] };
    }
    return {
      isLarge: true,
      pieces: piecesOf(
        hits,
        (hit) => (sizes && foundOf(sizes, hit)?.bytes) ?? 0,
        this.#bounds.pieceBytes,
      ).map((some) => ({ hits: some })),
    };
  }
}

/** The documents of hits; without groups those are the hits themselves. */
const allDocuments = (hits: readonly Hit[]): readonly Hit[] =>
  hits.some(({ group }) => group !== undefined) ? hits.flatMap(documentsOf) : hits;

/** Sizes in characters instead of bytes: an estimate that avoids encoding the documents. */
function* measured(documents: Found<StoredDocument>): Generator<{ readonly bytes: number }> {
  for (const document of allOf(documents)) yield { bytes: lengthOf(document) };
}

function* allOf<T>(found: Found<T>): Generator<T> {
  for (const own of found.values()) yield* own.values();
}

/** Reads the documents of hits, engine by engine. */
async function byEngine<T>(
  hits: readonly Hit[],
  read: (engineId: number, own: readonly Hit[]) => Promise<ReadonlyMap<string, T>>,
): Promise<Found<T>> {
  const found = new Map<number, ReadonlyMap<string, T>>();
  for (const [engineId, own] of Map.groupBy(hits, (hit) => hit.engineId)) {
    found.set(engineId, await read(engineId, own));
  }
  return found;
}

/** The current part of a hit: if the head of a group has changed, the next document replaces it. */
function keep(hit: Hit, isCurrent: (hit: Hit) => boolean): Hit[] {
  if (hit.group === undefined) return isCurrent(hit) ? [hit] : [];
  const [head, ...others] = [hit, ...hit.group.others].filter(isCurrent);
  return head === undefined ? [] : [{ ...head, group: { key: hit.group.key, others } }];
}
