import type { Analyzer } from '../../../analysis/analyzer.ts';
import { type Bits, hasBit, newBits, setBit } from './bits.ts';
import { compareTexts, type Dictionary, dictionarySections } from './dictionary.ts';
import { GONE, STEPS } from './merge-map.ts';
import { Postings, PostingsWriter } from './postings.ts';
import { type Section, Sections } from './sections.ts';
import { stemTable } from './text-builder.ts';
import type { TextIndex } from './text-index.ts';

interface TextSource {
  readonly text: TextIndex | undefined;
  readonly map: Uint32Array;
}

/** The sections of a text field, made from those of several segments. */
export function* mergeTexts(
  field: string,
  sources: readonly TextSource[],
  docCount: number,
  analyzer: Analyzer,
): Generator<void, Map<string, Section>> {
  const name = `text/${field}`;
  const merged = yield* mergePostings(
    sources.map(({ text, map }) => ({ dictionary: text?.words, postings: text?.postings, map })),
    true,
  );
  const sections = new Map<string, Section>([
    ...dictionarySections(`${name}/words`, merged.texts),
    ...merged.writer.sections(`${name}/postings`),
    [`${name}/lengths`, mergedLengths(sources, docCount)],
  ]);
  if (field === 'id') return sections;
  const { stems, stemSections } = stemTable(name, merged.texts, analyzer);
  for (const [key, section] of stemSections) sections.set(key, section);
  sections.set(`${name}/stemDf`, yield* countStems(name, sections, stems.length, docCount));
  const forms = yield* mergePostings(
    sources.map(({ text, map }) => ({ dictionary: text?.forms, postings: text?.formPostings, map })),
    false,
  );
  for (const [key, section] of dictionarySections(`${name}/forms`, forms.texts)) sections.set(key, section);
  for (const [key, section] of forms.writer.sections(`${name}/formPostings`)) sections.set(key, section);
  return sections;
}

interface PostingsSource {
  readonly dictionary: Dictionary | undefined;
  readonly postings: Postings | undefined;
  readonly map: Uint32Array;
}

/** Walks several dictionaries in one order; terms that only dead documents had are left out. */
function* mergePostings(
  sources: readonly PostingsSource[],
  withPlaces: boolean,
): Generator<void, { texts: string[]; writer: PostingsWriter }> {
  const texts: string[] = [];
  const writer = new PostingsWriter(withPlaces);
  const heads = sources.map(({ dictionary }) => ({
    ordinal: 0,
    text: dictionary !== undefined && dictionary.size > 0 ? dictionary.text(0) : undefined,
  }));
  for (let steps = 1; ; steps++) {
    let least: string | undefined;
    for (const { text } of heads) {
      if (text !== undefined && (least === undefined || compareTexts(text, least) < 0)) least = text;
    }
    if (least === undefined) return { texts, writer };
    let postings = 0;
    for (const [i, head] of heads.entries()) {
      if (head.text !== least) continue;
      const source = sources[i] as PostingsSource;
      postings = copyPostings(source, head.ordinal, withPlaces, writer, postings);
      head.ordinal++;
      const size = source.dictionary?.size ?? 0;
      head.text = head.ordinal < size ? source.dictionary?.text(head.ordinal) : undefined;
    }
    if (postings > 0) {
      writer.endTerm();
      texts.push(least);
    }
    if (steps % STEPS === 0) yield;
  }
}

/** Copies the living postings of a term; the term begins with its first. Gives the postings it has by now. */
function copyPostings(
  { postings, map }: PostingsSource,
  term: number,
  withPlaces: boolean,
  writer: PostingsWriter,
  before: number,
): number {
  let count = before;
  if (postings === undefined) return count;
  const add = (doc: number, tf: number, places?: Uint32Array) => {
    const target = map[doc] as number;
    if (target === GONE) return;
    if (count++ === 0) writer.beginTerm();
    writer.add(target, tf, places);
  };
  if (withPlaces) {
    postings.eachWithPlaces(term, (doc, places) => add(doc, places.length, Uint32Array.from(places)));
    return count;
  }
  const end = postings.firstBlock[term + 1] as number;
  for (let block = postings.firstBlock[term] as number; block < end; block++) {
    const size = postings.decode(term, block);
    for (let i = 0; i < size; i++) add(postings.docs[i] as number, postings.counts[i] as number);
  }
  return count;
}

function mergedLengths(sources: readonly TextSource[], docCount: number): Uint16Array {
  const lengths = new Uint16Array(docCount);
  for (const { text, map } of sources) {
    if (text === undefined) continue;
    for (let doc = 0; doc < map.length; doc++) {
      const target = map[doc] as number;
      if (target !== GONE) lengths[target] = text.lengths[doc] as number;
    }
  }
  return lengths;
}

/** Documents per stem: those of its word, or of the union of its words. */
function* countStems(
  name: string,
  parts: ReadonlyMap<string, Section>,
  stems: number,
  docCount: number,
): Generator<void, Uint32Array> {
  const postings = new Postings(Sections.of(parts), `${name}/postings`);
  const starts = parts.get(`${name}/stemStarts`) as Uint32Array;
  const words = parts.get(`${name}/stemWords`) as Uint32Array;
  const df = new Uint32Array(stems);
  const seen = newBits(docCount);
  for (let stem = 0; stem < stems; stem++) {
    const group = words.subarray(starts[stem], starts[stem + 1]);
    df[stem] =
      group.length === 1 ? (postings.df[group[0] as number] as number) : unionOf(postings, group, seen);
    if (stem % STEPS === 0) yield;
  }
  return df;
}

function unionOf(postings: Postings, terms: Uint32Array, seen: Bits): number {
  const docs: number[] = [];
  for (const term of terms) {
    const end = postings.firstBlock[term + 1] as number;
    for (let block = postings.firstBlock[term] as number; block < end; block++) {
      const size = postings.decode(term, block);
      for (let i = 0; i < size; i++) {
        const doc = postings.docs[i] as number;
        if (hasBit(seen, doc)) continue;
        setBit(seen, doc);
        docs.push(doc);
      }
    }
  }
  for (const doc of docs) seen[doc >>> 5] = 0;
  return docs.length;
}
