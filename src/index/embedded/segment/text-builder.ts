import type { Analyzer } from '../../../analysis/analyzer.ts';
import { atOnce } from '../pace.ts';
import { DictionaryWriter } from './dictionary.ts';
import { FrontCodedWriter } from './front-coded.ts';
import { GrowingWords } from './growing.ts';
import type { Parts } from './lay-out.ts';
import type { Lexicon, SortedLexicon } from './lexicon.ts';
import { Occurrences } from './occurrences.ts';
import { NewStemTable } from './stem-table.ts';

/** From one item of an array to the next positions grow by this much more: no phrase reaches across. */
export const ITEM_GAP = 100;

/** Takes the texts of one field apart, document by document, and makes the sections of a `TextIndex`. */
export class TextBuilder {
  readonly #field: string;
  readonly #analyzer: Analyzer;
  /** `id` knows words only. */
  readonly #wordsOnly: boolean;
  readonly #words: Occurrences;
  readonly #forms: Occurrences;
  readonly #lengths = new GrowingWords();
  #place = 0;
  #length = 0;

  constructor(field: string, analyzer: Analyzer, lexicon: Lexicon) {
    this.#field = field;
    this.#analyzer = analyzer;
    this.#wordsOnly = field === 'id';
    this.#words = new Occurrences(lexicon, true);
    this.#forms = new Occurrences(lexicon, false);
  }

  readonly #takeWord = (word: string): void => {
    this.#words.push(word, this.#place++);
    this.#length++;
  };
  readonly #takeForm = (stem: string): void => this.#forms.push(stem, 0);

  /** Documents come in order; those without the field may be left out. */
  add(doc: number, items: readonly string[]): void {
    this.#endDocuments(doc);
    this.#place = 0;
    this.#length = 0;
    for (const item of items) {
      this.#analyzer.words(item, this.#takeWord);
      this.#place += ITEM_GAP;
      if (!this.#wordsOnly) this.#analyzer.forms(item, this.#takeForm);
    }
    this.#lengths.push(Math.min(this.#length, 0xffff));
  }

  /** All of the documents below `doc` has come. */
  #endDocuments(doc: number): void {
    while (this.#lengths.length < doc) this.#lengths.push(0);
    this.#words.endDocuments(doc);
    this.#forms.endDocuments(doc);
  }

  get heldBytes(): number {
    return this.#words.heldBytes + this.#forms.heldBytes + 4 * this.#lengths.length;
  }

  /** Marks the numbers of words whose stems it has to know. */
  markStemmed(marks: Uint8Array): void {
    if (!this.#wordsOnly) this.#words.mark(marks);
  }

  /** `stems`: by number of a word that was marked the number of its stem. */
  addTo(parts: Parts, docCount: number, lexicon: SortedLexicon, stems: Uint32Array): void {
    this.#endDocuments(docCount);
    const name = `text/${this.#field}`;
    const words = this.#words.sorted(lexicon);
    lexicon.texts.to(new DictionaryWriter(), words.ranks).addTo(parts, `${name}/words`);
    words.postings().addTo(parts, `${name}/postings`);
    parts.set(`${name}/lengths`, Uint16Array.from(this.#lengths.joined()));
    if (this.#wordsOnly) return;
    const stemOf = words.ranks.map((rank) => stems[lexicon.texts.order[rank] as number] as number);
    const dictionary = lexicon.texts.to(new DictionaryWriter(), lexicon.toOrdinals(stemOf));
    parts.set(`${name}/stemDf`, words.documentsPer(stemOf, dictionary.size));
    atOnce(NewStemTable.of(dictionary, stemOf)).addTo(parts, `${name}/`);
    const forms = this.#forms.sorted(lexicon);
    lexicon.texts.to(new FrontCodedWriter(), forms.ranks).addTo(parts, `${name}/forms`);
    forms.postings().addTo(parts, `${name}/formPostings`);
  }
}
