import { allOne } from './constants.ts';
import { Dictionary } from './dictionary.ts';
import { FrontCoded } from './front-coded.ts';
import { Postings } from './postings.ts';
import type { Sections } from './sections.ts';
import type { StemTable } from './stem-table.ts';

const NO_WORDS = new Uint32Array(0);

/** The ids of a segment in order, and the document of each. */
export interface OwnWords {
  readonly ids: Dictionary;
  readonly docOfId: Uint32Array;
}

/**
 * The inverted index of one text field in one segment.
 *
 *   words      dictionary; postings with positions
 *   stems      dictionary; stem s has the words stemWords[stemStarts[s] .. stemStarts[s + 1]] and stemDf[s] documents
 *   subtokens  (sections `forms`, `singleForms`) stemmed word-delimiter subtokens: a dictionary with postings without
 *              positions, and for those that occur once a second dictionary with the document of each: product names
 *              have many subtokens that occur nowhere else
 *   lengths    number of words per document (norms)
 *
 * `id` has words and lengths only. If every id is a single word and equal to it, the segment has neither: the words are
 * the ids.
 */
export class TextIndex {
  readonly words: Dictionary;
  readonly postings: Postings;
  readonly lengths: Uint16Array;
  readonly stems: Dictionary | undefined;
  readonly stemStarts: Uint32Array;
  readonly stemWords: Uint32Array;
  readonly stemDf: Uint32Array;
  readonly sharedSubtokens: FrontCoded | undefined;
  readonly sharedSubtokenPostings: Postings | undefined;
  readonly singleSubtokens: FrontCoded | undefined;
  readonly singleSubtokenPostings: Postings | undefined;

  /** `own` are the ids of a segment that are their own words. */
  constructor(sections: Sections, field: string, own?: OwnWords) {
    const name = `text/${field}`;
    this.words = own?.ids ?? new Dictionary(sections, `${name}/words`);
    this.postings = new Postings(sections, `${name}/postings`, own?.docOfId);
    this.lengths = own === undefined ? sections.shorts(`${name}/lengths`) : allOne(own.docOfId.length);
    const hasStems = sections.has(`${name}/stemDf`);
    this.stems = hasStems ? new Dictionary(sections, `${name}/stems`) : undefined;
    this.stemStarts = hasStems ? sections.words(`${name}/stemStarts`) : new Uint32Array(1);
    this.stemWords = hasStems ? sections.words(`${name}/stemWords`) : new Uint32Array(0);
    this.stemDf = hasStems ? sections.words(`${name}/stemDf`) : new Uint32Array(0);
    if (!hasStems) return;
    this.sharedSubtokens = new FrontCoded(sections, `${name}/forms`);
    this.sharedSubtokenPostings = new Postings(sections, `${name}/formPostings`);
    this.singleSubtokens = new FrontCoded(sections, `${name}/singleForms`);
    this.singleSubtokenPostings = new Postings(sections, '', sections.words(`${name}/singleFormDocs`));
  }

  /** The words of each stem; undefined for `id`. */
  get stemTable(): StemTable | undefined {
    const { stems, stemStarts, stemWords } = this;
    return stems === undefined ? undefined : { stems, stemStarts, stemWords };
  }

  /** The postings of a subtoken, given its stem; undefined if there are none. */
  subtoken(stem: string): { readonly postings: Postings; readonly term: number } | undefined {
    const { sharedSubtokens, sharedSubtokenPostings, singleSubtokens, singleSubtokenPostings } = this;
    const shared = sharedSubtokens?.find(stem) ?? -1;
    if (shared >= 0 && sharedSubtokenPostings !== undefined)
      return { postings: sharedSubtokenPostings, term: shared };
    const single = singleSubtokens?.find(stem) ?? -1;
    if (single >= 0 && singleSubtokenPostings !== undefined)
      return { postings: singleSubtokenPostings, term: single };
    return undefined;
  }

  /** Ordinals of the words of a stem. */
  wordsOfStem(stem: string): Uint32Array {
    return this.wordsWith(this.stems?.find(stem) ?? -1);
  }

  /** The same, given the ordinal of the stem; none for -1. */
  wordsWith(stem: number): Uint32Array {
    if (stem < 0) return NO_WORDS;
    return this.stemWords.subarray(this.stemStarts[stem], this.stemStarts[stem + 1]);
  }
}
