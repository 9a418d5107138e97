import { type Analyzer, TermList } from '../../../analysis/analyzer.ts';
import { runToCompletion } from '../runtime/time-slice.ts';
import { DictionaryWriter } from './dictionary.ts';
import { FrontCodedWriter } from './front-coded.ts';
import { GrowableUint32Array } from './growable-arrays.ts';
import { Occurrences } from './occurrences.ts';
import type { SectionSources } from './serializer.ts';
import { NewStemTable } from './stem-table.ts';
import type { SortedTerms, TermInterner } from './term-interner.ts';

/** Position gap between the items of an array, so that no phrase matches across items. */
const ITEM_GAP = 100;

/** The terms of the item that is added. */
const words = new TermList();
const subtokens = new TermList();

/** Analyses the texts of one field, document by document, into the sections of a `TextIndex`. */
export class TextBuilder {
  readonly #field: string;
  readonly #analyzer: Analyzer;
  /** `id` has neither stems nor subtokens. */
  readonly #wordsOnly: boolean;
  readonly #interner: TermInterner;
  readonly #words = new Occurrences(true);
  readonly #subtokens = new Occurrences(false);
  readonly #lengths = new GrowableUint32Array();
  #position = 0;
  #length = 0;
  constructor(field: string, analyzer: Analyzer, interner: TermInterner) {
    this.#field = field;
    this.#analyzer = analyzer;
    this.#wordsOnly = field === 'id';
    this.#interner = interner;
  }

  /** Estimate of the memory that its occurrences take until they are sealed. */
  get workingMemory(): number {
    return this.#words.workingMemory + this.#subtokens.workingMemory;
  }

  /** Documents come in order; those without the field may be omitted. */
  add(doc: number, items: readonly string[]): void {
    this.#endDocuments(doc);
    this.#position = 0;
    this.#length = 0;
    for (const item of items) {
      this.#addItem(item);
      this.#position += ITEM_GAP;
    }
    this.#lengths.push(Math.min(this.#length, 0xffff));
  }

  #addItem(item: string): void {
    words.size = 0;
    subtokens.size = 0;
    this.#analyzer.number(item, this.#interner, words, this.#wordsOnly ? null : subtokens);
    this.#words.add(words, this.#position);
    this.#subtokens.add(subtokens, 0);
    this.#position += words.size;
    this.#length += words.size;
  }

  /** Ends the documents below `doc`. */
  #endDocuments(doc: number): void {
    while (this.#lengths.length < doc) this.#lengths.push(0);
    this.#words.endDocuments(doc);
    this.#subtokens.endDocuments(doc);
  }

  /** Marks the numbers of the terms whose stems are needed. */
  markStemmed(marks: Uint8Array): void {
    if (this.#wordsOnly) return;
    this.#words.mark(marks);
    this.#subtokens.mark(marks);
  }

  /** `stems` gives the number of the stem, by number of a marked term. */
  addTo(out: SectionSources, docCount: number, sortedTerms: SortedTerms, stems: Uint32Array): void {
    this.#endDocuments(docCount);
    const name = `text/${this.#field}`;
    const words = this.#words.sorted(sortedTerms);
    sortedTerms.texts.to(new DictionaryWriter(), words.ranks).addTo(out, `${name}/words`);
    const lengths = Uint16Array.from(this.#lengths.toArray());
    words.postings(this.#wordsOnly ? undefined : lengths).addTo(out, `${name}/postings`);
    out.set(`${name}/lengths`, lengths);
    if (this.#wordsOnly) return;
    const stemOf = words.ranks.map((rank) => stems[sortedTerms.texts.order[rank] as number] as number);
    const dictionary = sortedTerms.texts.to(new DictionaryWriter(), sortedTerms.toOrdinals(stemOf));
    out.set(`${name}/stemDf`, words.documentsPer(stemOf, dictionary.size));
    runToCompletion(NewStemTable.of(dictionary, stemOf)).addTo(out, `${name}/`);
    const subtokens = this.#subtokens.sorted(sortedTerms, stems).split();
    sortedTerms.texts.to(new FrontCodedWriter(), subtokens.sharedRanks.toArray()).addTo(out, `${name}/forms`);
    subtokens.writer.addTo(out, `${name}/formPostings`);
    sortedTerms.texts
      .to(new FrontCodedWriter(), subtokens.singleRanks.toArray())
      .addTo(out, `${name}/singleForms`);
    out.set(`${name}/singleFormDocs`, subtokens.singleDocs);
  }
}
