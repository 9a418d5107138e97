import { PADDING_BYTES } from './bit-packing.ts';
import type { Column } from './columns.ts';
import { type FrontCoded, GROUP } from './front-coded.ts';
import { ordinalBytes } from './ordinals.ts';
import type { Postings } from './postings.ts';
import type { Segment } from './segment.ts';
import { alignedBytes, elementBytes } from './serializer.ts';
import type { TextIndex } from './text-index.ts';

/**
 * Upper bound of the bytes of a merged segment, deleted documents included. Most merged sections are at most as long as
 * their inputs together; the exceptions are computed here.
 * Cost: the length of every section, and a step per text of front-coded dictionaries.
 */
export function maxMergedBytes(segments: readonly Segment[]): number {
  const sizes = new Map<string, number>();
  let docs = 0;
  for (const { sections, docCount } of segments) {
    docs += docCount;
    for (const { name, kind, length } of sections.entries) {
      sizes.set(name, (sizes.get(name) ?? 0) + length * elementBytes(kind));
    }
  }
  for (const [name, bytes] of ownWords(segments)) sizes.set(name, (sizes.get(name) ?? 0) + bytes);
  for (const name of [...sizes.keys()]) {
    // A segment without the field has no such section, but its documents have elements in the merged one.
    if (name.endsWith('/lengths')) sizes.set(name, 2 * docs);
    else if (name.endsWith('/nanos')) sizes.set(name, (sizes.get(name.replace(/nanos$/, 'values')) ?? 0) / 2);
    else if (VALUES_OF_COLUMN.test(name)) sizes.set(name.replace(/[^/]+$/, 'starts'), 4 * (docs + 1));
  }
  const haveOwnWords = segments.every((segment) => segment.hasOwnWords);
  for (const field of new Set(segments.flatMap(({ texts }) => [...texts.keys()]))) {
    if (field === 'id' && haveOwnWords) continue;
    const texts = segments.flatMap((segment) => segment.text(field) ?? []);
    const words = texts.map(({ postings }) => postings);
    sizes.set(`text/${field}/postings/data`, largestData(words, docs));
    addForms(sizes, `text/${field}`, texts, docs);
  }
  for (const field of new Set(segments.flatMap(({ schema }) => [...schema.keys()]))) {
    const columns = segments.flatMap((segment) => segment.column(field) ?? []);
    const values = columns.flatMap((column) => (column.type === 'text' ? column.dictionary : []));
    if (values.length === 0) continue;
    sizes.set(`column/${field}/values/blob`, largestBlob(values));
    sizes.set(`column/${field}/ordinals`, largestOrdinals(columns));
  }
  let size = 0;
  for (const bytes of sizes.values()) size += alignedBytes(bytes);
  return size;
}

/** The section `starts` is missing where all documents have one value; the merged segment may need it. */
const VALUES_OF_COLUMN = /^column\/[^/]+\/(ordinals|values|lats)$/;

/** Bytes of ids that are their own words once they are merged with other ids: they then have sections of words. */
function ownWords(segments: readonly Segment[]): Map<string, number> {
  const sizes = new Map<string, number>();
  const own = segments.filter(({ hasOwnWords }) => hasOwnWords);
  if (own.length === segments.length) return sizes;
  const docs = own.reduce((sum, { docCount }) => sum + docCount, 0);
  const letters = own.reduce((sum, { ids }) => sum + ids.blob.length, 0);
  sizes.set('text/id/words/blob', letters).set('text/id/words/offsets', 4 * docs);
  for (const name of ['df', 'firstBlock', 'first', 'at', 'placesAt']) {
    sizes.set(`text/id/postings/${name}`, 4 * docs);
  }
  return sizes.set('text/id/postings/kind', docs).set('text/id/postings/places', docs);
}

/** Frequencies stay below 65,536: documents are not that long. */
const FREQUENCY_BYTES = 2;

/**
 * One large gap or frequency widens its whole block, and merging changes which postings share a block.
 * Cost: one read per term.
 */
function largestData(lists: readonly Postings[], docs: number): number {
  const gapBytes = docs <= 0x100 ? 1 : docs <= 0x10000 ? 2 : docs <= 0x1000000 ? 3 : 4;
  return lists.reduce((sum, { size }) => sum + (gapBytes + FREQUENCY_BYTES) * size, PADDING_BYTES);
}

/** A subtoken with a single occurrence may have several in the merged segment, and the other way round. */
function addForms(sizes: Map<string, number>, name: string, texts: readonly TextIndex[], docs: number): void {
  const shared = texts.flatMap(({ sharedSubtokens }) => sharedSubtokens ?? []);
  const single = texts.flatMap(({ singleSubtokens }) => singleSubtokens ?? []);
  if (shared.length === 0) return;
  const sizeOf = (dictionaries: readonly FrontCoded[]) =>
    dictionaries.reduce((sum, { size }) => sum + size, 0);
  const [singles, forms] = [sizeOf(single), sizeOf(single) + sizeOf(shared)];
  const blob = largestBlob([...shared, ...single]);
  for (const which of ['forms', 'singleForms']) {
    sizes.set(`${name}/${which}/blob`, blob).set(`${name}/${which}/groups`, 4 * (2 + forms / GROUP));
  }
  for (const [section, bytes] of Object.entries({ df: 4, firstBlock: 4, first: 4, at: 4, kind: 1 })) {
    const full = `${name}/formPostings/${section}`;
    sizes.set(full, (sizes.get(full) ?? 0) + bytes * singles);
  }
  const postings = texts.flatMap((text) =>
    [text.sharedSubtokenPostings ?? [], text.singleSubtokenPostings ?? []].flat(),
  );
  sizes.set(`${name}/formPostings/data`, largestData(postings, docs));
  sizes.set(`${name}/singleFormDocs`, 4 * forms);
}

const largestBlob = (dictionaries: readonly FrontCoded[]): number =>
  dictionaries.reduce((sum, dictionary) => sum + dictionary.largestBlob, 0);

/** Merged columns may have more distinct values and thus wider ordinals. */
function largestOrdinals(columns: readonly Column[]): number {
  let values = 0;
  let count = 0;
  for (const column of columns) {
    if (column.type !== 'text') continue;
    values += column.dictionary.size + column.long.size;
    count += column.ordinals.length;
  }
  return count * ordinalBytes(values);
}
