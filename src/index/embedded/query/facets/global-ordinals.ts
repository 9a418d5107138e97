import { ordinalOf, type TextColumn, textOf } from '../../segment/columns.ts';
import { countedUp } from '../../segment/constants.ts';
import { compareTexts } from '../../segment/dictionary.ts';
import { KWayMerge } from '../../segment/k-way-merge.ts';
import { isLong } from '../../segment/long-texts.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { LOOKUP_RATIO, STALE_ORDINALS } from '../tuning/thresholds.ts';

/** Values that the largest column does not have, numbered behind its own. */
interface Extras {
  readonly rankOf: Map<string, number>;
  readonly texts: string[];
}

interface Numbering {
  readonly base: TextColumn;
  readonly extras: Extras;
  readonly numbers: Uint32Array;
}

/*
 * Kept with the largest column, and with each of the others: a new segment has its few values looked up once, when the
 * next search counts, and what was known of the others stays. All of it goes with the columns.
 */
const extrasOf = new WeakMap<TextColumn, Extras>();
const numberings = new WeakMap<TextColumn, Numbering>();
const valuesOfViews = new WeakMap<Snapshot, Map<string, GlobalOrdinals>>();

/**
 * The different values of a text field in all segments of a view, each with one number, so that counts of several
 * segments are added up without making texts of them. The numbers of the largest column are its ordinals,
 * and in the order of its texts.
 *
 *   largest column     0 admin   1 games   2 net        numbers 0 1 2
 *   another            0 games   1 science              numbers 1 3
 *   extras             3 science
 */
export class GlobalOrdinals {
  readonly #base: TextColumn;
  readonly #extras: Extras;
  readonly #numbers = new Map<TextColumn, Uint32Array>();
  /** Below it numbers are in the order of their texts. */
  readonly ordered: number;
  readonly size: number;

  constructor(base: TextColumn, others: readonly TextColumn[]) {
    this.#base = base;
    this.#extras = currentExtras(base);
    this.ordered = base.dictionary.size;
    for (const other of others) this.#numbers.set(other, numbering(other, base, this.#extras));
    this.size = sizeOf(base) + this.#extras.texts.length;
  }

  /** By ordinal of a column the number. */
  numbersOf(column: TextColumn): Uint32Array {
    return this.#numbers.get(column) ?? countedUp(sizeOf(this.#base));
  }

  text(number: number): string {
    const size = sizeOf(this.#base);
    return number < size ? textOf(this.#base, number) : (this.#extras.texts[number - size] as string);
  }

  /** The order of two values by their bytes. */
  compare(a: number, b: number): number {
    return a < this.ordered && b < this.ordered ? a - b : compareTexts(this.text(a), this.text(b));
  }
}

/** Undefined if no segment has texts of the field. */
export function globalOrdinals(view: Snapshot, field: string): GlobalOrdinals | undefined {
  const ofView = valuesOfViews.get(view) ?? new Map<string, GlobalOrdinals>();
  valuesOfViews.set(view, ofView);
  const known = ofView.get(field);
  if (known !== undefined) return known;
  const columns = view.readers
    .map(({ segment }) => segment.column(field))
    .filter((column) => column?.type === 'text');
  const [first, ...rest] = columns;
  if (first === undefined) return undefined;
  const base = rest.reduce((largest, column) => (sizeOf(column) > sizeOf(largest) ? column : largest), first);
  const values = new GlobalOrdinals(
    base,
    columns.filter((column) => column !== base),
  );
  ofView.set(field, values);
  return values;
}

const sizeOf = ({ dictionary, long }: TextColumn): number => dictionary.size + long.size;

function currentExtras(base: TextColumn): Extras {
  const known = extrasOf.get(base);
  if (known !== undefined && known.texts.length < sizeOf(base) + STALE_ORDINALS) return known;
  const extras = { rankOf: new Map<string, number>(), texts: [] };
  extrasOf.set(base, extras);
  return extras;
}

function numbering(column: TextColumn, base: TextColumn, extras: Extras): Uint32Array {
  const known = numberings.get(column);
  if (known?.base === base && known.extras === extras) return known.numbers;
  const numbers = new Uint32Array(sizeOf(column));
  const before = column.dictionary.size;
  if (before * LOOKUP_RATIO < base.dictionary.size) {
    for (let ordinal = 0; ordinal < before; ordinal++) {
      numbers[ordinal] = numberOfText(column.dictionary.text(ordinal), base, extras);
    }
  } else {
    walkAlong(column, base, extras, numbers);
  }
  for (let ordinal = before; ordinal < numbers.length; ordinal++) {
    numbers[ordinal] = numberOfText(textOf(column, ordinal), base, extras);
  }
  numberings.set(column, { base, extras, numbers });
  return numbers;
}

/** Cost: one step per value of both. */
function walkAlong(column: TextColumn, base: TextColumn, extras: Extras, numbers: Uint32Array): void {
  const walk = new KWayMerge([base.dictionary, column.dictionary]);
  while (walk.next()) {
    if (walk.holders[walk.count - 1] !== 1) continue;
    const ordinal = walk.ordinals[1] as number;
    numbers[ordinal] =
      walk.count === 2 ? (walk.ordinals[0] as number) : numberOfOther(textOf(column, ordinal), base, extras);
  }
}

function numberOfText(text: string, base: TextColumn, extras: Extras): number {
  const ordinal = ordinalOf(base, text);
  // The largest column may know a long text by its hash alone: of documents that were dead when long texts were read.
  const isKnown = ordinal >= 0 && (ordinal < base.dictionary.size || textOf(base, ordinal) === text);
  return isKnown ? ordinal : numberOfExtra(text, base, extras);
}

/** A text that is not in the dictionary of the largest column; among its long ones it may be. */
const numberOfOther = (text: string, base: TextColumn, extras: Extras): number =>
  isLong(text) ? numberOfText(text, base, extras) : numberOfExtra(text, base, extras);

function numberOfExtra(text: string, base: TextColumn, extras: Extras): number {
  const known = extras.rankOf.get(text);
  if (known !== undefined) return known;
  const number = sizeOf(base) + extras.texts.length;
  extras.rankOf.set(text, number);
  extras.texts.push(text);
  return number;
}
