import type { Analyzer } from '../../../analysis/analyzer.ts';
import { compareTexts, dictionarySections } from './dictionary.ts';
import { GrowingWords } from './growing.ts';
import { PostingsWriter } from './postings.ts';
import type { Section } from './sections.ts';

/** From one item of an array to the next positions grow by this much more: no phrase reaches across. */
export const ITEM_GAP = 100;

/** Texts seen so far, each with a number in order of appearance. */
class Numbering {
  readonly #numbers = new Map<string, number>();
  readonly texts: string[] = [];

  of(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.texts.length;
    this.#numbers.set(text, number);
    this.texts.push(text);
    return number;
  }

  /** Numbers in the order of their texts, and the rank of each number in that order. */
  sorted(): { readonly order: Uint32Array; readonly ranks: Uint32Array } {
    const order = Uint32Array.from(this.texts.keys());
    const { texts } = this;
    order.sort((a, b) => compareTexts(texts[a] as string, texts[b] as string));
    const ranks = new Uint32Array(order.length);
    for (let rank = 0; rank < order.length; rank++) ranks[order[rank] as number] = rank;
    return { order, ranks };
  }
}

/** Occurrences in order of documents and positions, and their order by term after a counting sort. */
class Occurrences {
  readonly terms = new GrowingWords();
  readonly docs = new GrowingWords();
  readonly places = new GrowingWords();

  push(term: number, doc: number, place: number): void {
    this.terms.push(term);
    this.docs.push(doc);
    this.places.push(place);
  }

  /** Postings by the rank of their term. Cost: three passes over the occurrences, no comparison. */
  postings(ranks: Uint32Array, withPlaces: boolean): PostingsWriter {
    const terms = this.terms.view();
    const starts = new Uint32Array(ranks.length + 1);
    for (const term of terms) {
      const rank = ranks[term] as number;
      starts[rank + 1] = (starts[rank + 1] as number) + 1;
    }
    for (let rank = 0; rank < ranks.length; rank++) {
      starts[rank + 1] = (starts[rank + 1] as number) + (starts[rank] as number);
    }
    const docs = new Uint32Array(terms.length);
    const places = new Uint32Array(terms.length);
    const next = starts.slice();
    for (let i = 0; i < terms.length; i++) {
      const rank = ranks[terms[i] as number] as number;
      const at = next[rank] as number;
      next[rank] = at + 1;
      docs[at] = this.docs.at(i);
      places[at] = this.places.at(i);
    }
    const writer = new PostingsWriter(withPlaces);
    for (let rank = 0; rank < ranks.length; rank++) {
      writer.beginTerm();
      const end = starts[rank + 1] as number;
      for (let at = starts[rank] as number; at < end; ) {
        const doc = docs[at] as number;
        let after = at + 1;
        while (after < end && docs[after] === doc) after++;
        writer.add(doc, after - at, places, at);
        at = after;
      }
      writer.endTerm();
    }
    return writer;
  }
}

/** Takes the texts of one field apart, document by document, and makes the sections of a `TextIndex`. */
export class TextBuilder {
  readonly #field: string;
  readonly #analyzer: Analyzer;
  /** `id` knows words only. */
  readonly #wordsOnly: boolean;
  readonly #words = new Numbering();
  readonly #occurrences = new Occurrences();
  readonly #forms = new Numbering();
  readonly #formOccurrences = new Occurrences();
  readonly #lengths = new GrowingWords();

  constructor(field: string, analyzer: Analyzer) {
    this.#field = field;
    this.#analyzer = analyzer;
    this.#wordsOnly = field === 'id';
  }

  /** Documents come in order; those without the field may be left out. */
  add(doc: number, items: readonly string[]): void {
    while (this.#lengths.length < doc) this.#lengths.push(0);
    let place = 0;
    let length = 0;
    for (const item of items) {
      this.#analyzer.words(item, (word) => {
        this.#occurrences.push(this.#words.of(word), doc, place++);
        length++;
      });
      place += ITEM_GAP;
      if (!this.#wordsOnly) {
        this.#analyzer.forms(item, (stem) => this.#formOccurrences.push(this.#forms.of(stem), doc, 0));
      }
    }
    this.#lengths.push(Math.min(length, 0xffff));
  }

  sections(docCount: number): Map<string, Section> {
    while (this.#lengths.length < docCount) this.#lengths.push(0);
    const name = `text/${this.#field}`;
    const { order, ranks } = this.#words.sorted();
    const words = Array.from(order, (number) => this.#words.texts[number] as string);
    const sections = new Map<string, Section>([
      ...dictionarySections(`${name}/words`, words),
      ...this.#occurrences.postings(ranks, true).sections(`${name}/postings`),
      [`${name}/lengths`, Uint16Array.from(this.#lengths.view())],
    ]);
    if (this.#wordsOnly) return sections;
    const { stems, stemOf, stemSections } = stemTable(name, words, this.#analyzer);
    for (const [key, section] of stemSections) sections.set(key, section);
    sections.set(`${name}/stemDf`, this.#stemDf(stems.length, stemOf, ranks));
    const forms = this.#forms.sorted();
    const formTexts = Array.from(forms.order, (number) => this.#forms.texts[number] as string);
    for (const [key, section] of dictionarySections(`${name}/forms`, formTexts)) sections.set(key, section);
    const formPostings = this.#formOccurrences.postings(forms.ranks, false);
    for (const [key, section] of formPostings.sections(`${name}/formPostings`)) sections.set(key, section);
    return sections;
  }

  /** Documents per stem, counted while the occurrences are still in the order of documents. */
  #stemDf(stems: number, stemOf: Uint32Array, ranks: Uint32Array): Uint32Array {
    const df = new Uint32Array(stems);
    const last = new Uint32Array(stems).fill(0xffffffff);
    const terms = this.#occurrences.terms.view();
    const docs = this.#occurrences.docs.view();
    for (let i = 0; i < terms.length; i++) {
      const stem = stemOf[ranks[terms[i] as number] as number] as number;
      if (last[stem] === docs[i]) continue;
      last[stem] = docs[i] as number;
      df[stem] = (df[stem] as number) + 1;
    }
    return df;
  }
}

/** Which words share a stem: the stems in order, and for each its words. */
export function stemTable(name: string, words: readonly string[], analyzer: Analyzer) {
  const stemTexts = words.map((word) => analyzer.stem(word));
  const stems = [...new Set(stemTexts)].sort(compareTexts);
  const ordinals = new Map(stems.map((stem, ordinal) => [stem, ordinal]));
  const stemOf = Uint32Array.from(stemTexts, (stem) => ordinals.get(stem) as number);
  const starts = new Uint32Array(stems.length + 1);
  for (const stem of stemOf) starts[stem + 1] = (starts[stem + 1] as number) + 1;
  for (let i = 0; i < stems.length; i++) starts[i + 1] = (starts[i + 1] as number) + (starts[i] as number);
  const next = starts.slice();
  const stemWords = new Uint32Array(words.length);
  for (let word = 0; word < words.length; word++) {
    const stem = stemOf[word] as number;
    stemWords[next[stem] as number] = word;
    next[stem] = (next[stem] as number) + 1;
  }
  const stemSections = new Map<string, Section>([
    ...dictionarySections(`${name}/stems`, stems),
    [`${name}/stemStarts`, starts],
    [`${name}/stemWords`, stemWords],
  ]);
  return { stems, stemOf, stemSections };
}
