import { ordinalOf, type TextColumn, textOf } from '../../segment/columns.ts';
import { countedUp } from '../../segment/constants.ts';
import { compareTexts } from '../../segment/dictionary.ts';
import { KWayMerge } from '../../segment/k-way-merge.ts';
import { isLong } from '../../segment/long-texts.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { ITEMS_PAUSE, LOOKUP_RATIO, LOOKUPS_PAUSE, STALE_ORDINALS } from '../tuning/thresholds.ts';

/** Terms that the base column does not have. Their global ordinals follow those of the base. */
interface ExtraTerms {
  readonly ordinalOfText: Map<string, number>;
  readonly texts: string[];
}

/** The global ordinals of one column, valid for one base and its extra terms. */
interface OrdinalMapping {
  readonly base: TextColumn;
  readonly extraTerms: ExtraTerms;
  readonly toGlobal: Uint32Array;
}

/*
 * The three WeakMaps below are memos on immutable keys, so an entry never becomes wrong, and the garbage collector
 * removes it with its key. After a refresh only the columns of new segments are mapped.
 */

/** Memo on the base column, which is immutable. The terms are append-only: known global ordinals stay valid. */
const extraTermsOf = new WeakMap<TextColumn, ExtraTerms>();
/** Memo on an immutable column: its mapping for the base and the extra terms that it was made for. */
const mappingsOfColumns = new WeakMap<TextColumn, OrdinalMapping>();
/** Memo on an immutable snapshot: the global ordinals of each field that a facet has counted. */
const ordinalsOfSnapshots = new WeakMap<Snapshot, Map<string, GlobalOrdinals>>();

/**
 * Global ordinals of a text field, as in Lucene's OrdinalMap: each distinct term has one ordinal in all segments of a
 * snapshot, so counts of several segments are added without decoding terms. Unlike OrdinalMap, the mapping is
 * incremental: the ordinals of the largest column (the base) are kept as they are, in the order of their terms, and the
 * terms that only other columns have follow in the order in which they are found.
 *
 *   base               0 admin   1 games   2 net        global ordinals 0 1 2
 *   another column     0 games   1 science              global ordinals 1 3
 *   extra terms        3 science
 */
export class GlobalOrdinals {
  readonly #base: TextColumn;
  readonly #extraTerms: ExtraTerms;
  readonly #toGlobal: ReadonlyMap<TextColumn, Uint32Array>;
  /** Global ordinals below this are in the order of their terms. */
  readonly ordered: number;
  readonly size: number;

  constructor(base: TextColumn, extraTerms: ExtraTerms, mappings: ReadonlyMap<TextColumn, Uint32Array>) {
    this.#base = base;
    this.#extraTerms = extraTerms;
    this.#toGlobal = mappings;
    this.ordered = base.dictionary.size;
    this.size = sizeOf(base) + extraTerms.texts.length;
  }

  /** The mapping from the ordinals of a column to global ordinals. */
  toGlobal(column: TextColumn): Uint32Array {
    return this.#toGlobal.get(column) ?? countedUp(sizeOf(this.#base));
  }

  text(ordinal: number): string {
    const size = sizeOf(this.#base);
    return ordinal < size ? textOf(this.#base, ordinal) : (this.#extraTerms.texts[ordinal - size] as string);
  }

  /** Compares two terms by their bytes. */
  compare(a: number, b: number): number {
    return a < this.ordered && b < this.ordered ? a - b : compareTexts(this.text(a), this.text(b));
  }
}

/**
 * Undefined if no segment has a text column for the field. It yields while it maps columns. Two searches may map the same
 * column at once: they find the same ordinals, since extra terms are only ever appended.
 */
export function* globalOrdinals(
  snapshot: Snapshot,
  field: string,
): Generator<void, GlobalOrdinals | undefined> {
  const byField = ordinalsOfSnapshots.get(snapshot) ?? new Map<string, GlobalOrdinals>();
  ordinalsOfSnapshots.set(snapshot, byField);
  const known = byField.get(field);
  if (known !== undefined) return known;
  const columns = snapshot.readers
    .map(({ segment }) => segment.column(field))
    .filter((column) => column?.type === 'text');
  const [first, ...rest] = columns;
  if (first === undefined) return undefined;
  const base = rest.reduce((largest, column) => (sizeOf(column) > sizeOf(largest) ? column : largest), first);
  const extraTerms = currentExtraTerms(base);
  const mappings = new Map<TextColumn, Uint32Array>();
  for (const column of columns)
    if (column !== base) mappings.set(column, yield* mappingOf(column, base, extraTerms));
  const ordinals = new GlobalOrdinals(base, extraTerms, mappings);
  byField.set(field, ordinals);
  return ordinals;
}

const sizeOf = ({ dictionary, long }: TextColumn): number => dictionary.size + long.size;

function currentExtraTerms(base: TextColumn): ExtraTerms {
  const known = extraTermsOf.get(base);
  if (known !== undefined && known.texts.length < sizeOf(base) + STALE_ORDINALS) return known;
  const extraTerms = { ordinalOfText: new Map<string, number>(), texts: [] };
  extraTermsOf.set(base, extraTerms);
  return extraTerms;
}

function* mappingOf(
  column: TextColumn,
  base: TextColumn,
  extraTerms: ExtraTerms,
): Generator<void, Uint32Array> {
  const known = mappingsOfColumns.get(column);
  if (known?.base === base && known.extraTerms === extraTerms) return known.toGlobal;
  const toGlobal = new Uint32Array(sizeOf(column));
  const before = column.dictionary.size;
  if (before * LOOKUP_RATIO < base.dictionary.size) {
    for (let ordinal = 0; ordinal < before; ordinal++) {
      toGlobal[ordinal] = globalOrdinalOf(column.dictionary.text(ordinal), base, extraTerms);
      if (ordinal % LOOKUPS_PAUSE === LOOKUPS_PAUSE - 1) yield;
    }
  } else {
    yield* mergeDictionaries(column, base, extraTerms, toGlobal);
  }
  for (let ordinal = before; ordinal < toGlobal.length; ordinal++) {
    toGlobal[ordinal] = globalOrdinalOf(textOf(column, ordinal), base, extraTerms);
    if (ordinal % LOOKUPS_PAUSE === LOOKUPS_PAUSE - 1) yield;
  }
  mappingsOfColumns.set(column, { base, extraTerms, toGlobal });
  return toGlobal;
}

/** Maps a column by merging its dictionary with that of the base. Cost: one step per term of both. */
function* mergeDictionaries(
  column: TextColumn,
  base: TextColumn,
  extraTerms: ExtraTerms,
  toGlobal: Uint32Array,
): Generator<void, void> {
  const merge = new KWayMerge([base.dictionary, column.dictionary]);
  for (let seen = 1; merge.next(); seen++) {
    if (seen % ITEMS_PAUSE === 0) yield;
    if (merge.holders[merge.count - 1] !== 1) continue;
    const ordinal = merge.ordinals[1] as number;
    toGlobal[ordinal] =
      merge.count === 2
        ? (merge.ordinals[0] as number)
        : globalOrdinalOfOther(textOf(column, ordinal), base, extraTerms);
  }
}

function globalOrdinalOf(text: string, base: TextColumn, extraTerms: ExtraTerms): number {
  const ordinal = ordinalOf(base, text);
  // The base may have only the hash of a long text, if its documents were deleted before long texts were read.
  const isKnown = ordinal >= 0 && (ordinal < base.dictionary.size || textOf(base, ordinal) === text);
  return isKnown ? ordinal : ordinalOfExtraTerm(text, base, extraTerms);
}

/** For a text that is not in the dictionary of the base. Long texts are outside of the dictionary. */
const globalOrdinalOfOther = (text: string, base: TextColumn, extraTerms: ExtraTerms): number =>
  isLong(text) ? globalOrdinalOf(text, base, extraTerms) : ordinalOfExtraTerm(text, base, extraTerms);

function ordinalOfExtraTerm(text: string, base: TextColumn, extraTerms: ExtraTerms): number {
  const known = extraTerms.ordinalOfText.get(text);
  if (known !== undefined) return known;
  const ordinal = sizeOf(base) + extraTerms.texts.length;
  extraTerms.ordinalOfText.set(text, ordinal);
  extraTerms.texts.push(text);
  return ordinal;
}
