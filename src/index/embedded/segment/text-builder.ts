import type { Analyzer } from '../../../analysis/analyzer.ts';
import { runToCompletion } from '../runtime/time-slice.ts';
import { DictionaryWriter } from './dictionary.ts';
import { FrontCodedWriter } from './front-coded.ts';
import { GrowableUint32Array } from './growable-arrays.ts';
import { Occurrences } from './occurrences.ts';
import type { SectionSources } from './serializer.ts';
import { NewStemTable } from './stem-table.ts';
import type { SortedTerms, TermInterner } from './term-interner.ts';

/** From one item of an array to the next positions grow by this much more: no phrase reaches across. */
const ITEM_GAP = 100;

/** What an item came to, as numbers of its words and subtokens. */
interface Analysed {
  readonly words: Uint32Array;
  readonly subtokens: Uint32Array;
}

/** Items of at most so many characters are looked for among those that came before, and so many are remembered. */
const SHORT_ITEM = 100;
const MOST_KNOWN = 1 << 13;
/** From so many items on it is clear whether a field's items come again. */
const PROBED = 1 << 10;

/** Takes the texts of one field apart, document by document, and makes the sections of a `TextIndex`. */
export class TextBuilder {
  readonly #field: string;
  readonly #analyzer: Analyzer;
  /** `id` knows words only. */
  readonly #wordsOnly: boolean;
  readonly #words: Occurrences;
  readonly #subtokens: Occurrences;
  readonly #lengths = new GrowableUint32Array();
  #position = 0;
  #length = 0;
  /**
   * Items that came before: undefined the first time, what they came to from the second on. Fields that people filter
   * and count by have few different ones, which are then taken apart once. Given up where few come again.
   */
  #known: Map<string, Analysed | undefined> | undefined = new Map();
  #items = 0;
  #again = 0;

  constructor(field: string, analyzer: Analyzer, interner: TermInterner) {
    this.#field = field;
    this.#analyzer = analyzer;
    this.#wordsOnly = field === 'id';
    this.#words = new Occurrences(interner, true);
    this.#subtokens = new Occurrences(interner, false);
  }

  readonly #takeWord = (word: string): void => {
    this.#words.push(word, this.#position++);
    this.#length++;
  };
  readonly #takeSubtoken = (form: string): void => this.#subtokens.push(form, 0);

  /** Documents come in order; those without the field may be left out. */
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
    const known = this.#known;
    if (known === undefined || item.length > SHORT_ITEM) {
      this.#analyse(item);
      return;
    }
    const before = known.get(item);
    if (before !== undefined) {
      this.#again++;
      this.#addAnalysed(before);
      return;
    }
    const words = this.#words.size;
    const subtokens = this.#subtokens.size;
    this.#analyse(item);
    if (known.has(item)) {
      known.set(item, {
        words: this.#words.numbersFrom(words),
        subtokens: this.#subtokens.numbersFrom(subtokens),
      });
    } else if (known.size < MOST_KNOWN) known.set(item, undefined);
    if (++this.#items === PROBED && this.#again < PROBED) this.#known = undefined;
  }

  #analyse(item: string): void {
    this.#analyzer.words(item, this.#takeWord);
    if (!this.#wordsOnly) this.#analyzer.subtokens(item, this.#takeSubtoken);
  }

  #addAnalysed({ words, subtokens }: Analysed): void {
    for (let i = 0; i < words.length; i++) this.#words.pushNumber(words[i] as number, this.#position++);
    this.#length += words.length;
    for (let i = 0; i < subtokens.length; i++) this.#subtokens.pushNumber(subtokens[i] as number, 0);
  }

  /** All of the documents below `doc` has come. */
  #endDocuments(doc: number): void {
    while (this.#lengths.length < doc) this.#lengths.push(0);
    this.#words.endDocuments(doc);
    this.#subtokens.endDocuments(doc);
  }

  /** Marks the numbers of words and subtokens whose stems it has to know. */
  markStemmed(marks: Uint8Array): void {
    if (this.#wordsOnly) return;
    this.#words.mark(marks);
    this.#subtokens.mark(marks);
  }

  /** `stems`: by number of a word or form that was marked the number of its stem. */
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
