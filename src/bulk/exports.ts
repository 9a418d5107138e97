import { originalText } from '../documents/original-text.ts';
import { PieceSize } from '../documents/piece-size.ts';
import { errors } from '../errors.ts';
import { limits } from '../limits.ts';
import type { EngineRecord, Store, StoredDocument, StoreSnapshot } from '../store/port.ts';
import { type Release, Slots } from '../threads/slots.ts';
import { takeTurn } from '../threads/turns.ts';
import { cursorText, type ExportCursor, parseCursor } from './export-cursor.ts';

export interface ExportRequest {
  /** The cursor of the export that is resumed; undefined for a new one. */
  readonly cursor: unknown;
  /** The id of the last document that was received; undefined if there was none. */
  readonly after: unknown;
}

export interface Export {
  readonly cursor: string;
  /** The number of documents of the whole export. */
  readonly documents: number;
  /** Lines of JSON. */
  readonly lines: AsyncGenerator<string, void>;
}

/** Most documents in one read. */
const MOST_AT_ONCE = 1000;

const lineOf = ({ id, json }: StoredDocument): string => `${originalText(id, json)}\n`;

/**
 * Exports of engines: the documents at one sequence number, in order of first insertion. A running export reads a
 * snapshot of the store. The snapshot ends with the request, and a resumed export reads another: it is allowed only if
 * what remains is the same in both.
 */
export class Exports {
  readonly #store: Pick<Store, 'snapshot'>;
  readonly #slots = new Slots(limits.exports);
  readonly #time: number;

  constructor(store: Pick<Store, 'snapshot'>, time: number = limits.exportTime) {
    this.#store = store;
    this.#time = time;
  }

  /** Begins an export. `closed` aborts when its response has ended, however it did. */
  async begin({ id, type }: EngineRecord, request: ExportRequest, closed: AbortSignal): Promise<Export> {
    if (type === 'meta') throw errors.metaEngineExport();
    const given = request.cursor === undefined ? undefined : parseCursor(request.cursor, id);
    if (given === undefined && request.after !== undefined) throw errors.afterWithoutCursor();
    const release = this.#slots.tryAcquire();
    if (release === undefined) throw errors.tooManyExports();
    try {
      const snapshot = await this.#store.snapshot();
      const end = this.#endOf(snapshot, release, closed);
      try {
        const engine = await snapshot.engines.byId(id);
        if (engine === undefined) throw errors.noSuchEngine();
        const { sequence, documentCount: documents } = engine;
        const cursor = given ?? { engineId: id, sequence, documents };
        const from = given === undefined ? 0 : await resumedFrom(snapshot, given, engine, request.after);
        return {
          cursor: cursorText(cursor),
          documents: cursor.documents,
          lines: this.#lines(snapshot, cursor, from, end),
        };
      } catch (error) {
        end.now();
        throw error;
      }
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Closes a snapshot when the response ends or takes too long: a client that stops reading must not keep it. */
  #endOf(snapshot: StoreSnapshot, release: Release, closed: AbortSignal): SnapshotEnd {
    let isLate = false;
    const now = (): void => {
      clearTimeout(timer);
      closed.removeEventListener('abort', now);
      snapshot.close();
      release();
    };
    const timer = setTimeout(() => {
      isLate = true;
      now();
    }, this.#time).unref();
    if (closed.aborted) now();
    else closed.addEventListener('abort', now);
    return { now, isOver: () => closed.aborted, isLate: () => isLate };
  }

  async *#lines(
    { documents }: StoreSnapshot,
    { engineId, sequence }: ExportCursor,
    from: number,
    end: SnapshotEnd,
  ): AsyncGenerator<string, void> {
    const pieces = new PieceSize(MOST_AT_ONCE);
    let position = from;
    try {
      for (;;) {
        if (end.isOver()) return;
        if (end.isLate()) throw errors.exportTooLong();
        // Reads of one document after another, and responses that are received at once, would leave no turn to others.
        await takeTurn();
        const rows = await documents.after(engineId, position, pieces.count, true);
        const texts = rows.filter((row) => row.position <= sequence).map(lineOf);
        if (texts.length > 0) yield texts.join('');
        if (texts.length < pieces.count) return;
        position = rows.at(-1)?.position ?? position;
        pieces.read(texts);
      }
    } finally {
      end.now();
    }
  }
}

interface SnapshotEnd {
  readonly now: () => void;
  /** Whether the response has ended. */
  readonly isOver: () => boolean;
  /** Whether the export has taken too long. */
  readonly isLate: () => boolean;
}

/**
 * The position after which a resumed export continues. Refused unless what remains is as it was at the cursor's sequence
 * number: none of it was written since, and no document was deleted. Positions are sequence numbers of first insertions,
 * so documents beyond the cursor's are new, and those that are missing besides were deleted.
 */
async function resumedFrom(
  { documents: reader }: StoreSnapshot,
  { engineId, sequence, documents }: ExportCursor,
  engine: EngineRecord,
  after: unknown,
): Promise<number> {
  if (after !== undefined && typeof after !== 'string') throw errors.mustBe('After', 'a string');
  if (sequence > engine.sequence) throw errors.badCursor();
  if (engine.sequence - sequence > limits.exportChanges) throw errors.cursorOutdated();
  const last = after === undefined ? undefined : (await reader.byIds(engineId, [after])).get(after);
  if (after !== undefined && (last === undefined || last.position > sequence)) throw errors.cursorOutdated();
  const from = last?.position ?? 0;
  const changed = await reader.positionsSince(engineId, sequence, limits.exportChanges);
  const added = changed.filter((position) => position > sequence).length;
  const hasDeletions = engine.documentCount - added !== documents;
  const isChanged = changed.some((position) => position > from && position <= sequence);
  if (hasDeletions || isChanged) throw errors.cursorOutdated();
  return from;
}
