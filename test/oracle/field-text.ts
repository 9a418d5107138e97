import type { Analyzer } from '../../src/analysis/analyzer.ts';

/** How far the positions of one item of an array are from those of the next. */
const ITEM_GAP = 100;

export interface PlacedWord {
  readonly word: string;
  /** In `id`, which knows no stems, the word itself. */
  readonly stem: string;
  readonly position: number;
}

/** What one field of one document says: matching.md, sections 1 and 3. */
export class FieldText {
  readonly words: readonly PlacedWord[];
  /** The stems of all delimiter forms, as often as they occur; none in `id`. */
  readonly forms: readonly string[];

  constructor(items: readonly string[], analyzer: Analyzer, isId: boolean) {
    const words: PlacedWord[] = [];
    const forms: string[] = [];
    let position = 0;
    for (const item of items) {
      analyzer.words(item, (word) => {
        words.push({ word, stem: isId ? word : analyzer.stem(word), position });
        position += 1;
      });
      position += ITEM_GAP;
      if (!isId) analyzer.subtokens(item, (subtoken) => forms.push(analyzer.stem(subtoken)));
    }
    this.words = words;
    this.forms = forms;
  }

  get length(): number {
    return this.words.length;
  }

  /** How many words of the field pass the test. */
  count(test: (word: PlacedWord) => boolean): number {
    return this.words.filter(test).length;
  }

  /** How many words of the field have a stem. */
  stems(stem: string): number {
    return this.count((placed) => placed.stem === stem);
  }

  /** The pairs of words that stand next to each other, compounds, each as its two words. */
  pairs(): Array<readonly [string, string]> {
    return this.words.flatMap(({ word, position }, index) => {
      const next = this.words[index + 1];
      return next?.position === position + 1 ? [[word, next.word] as const] : [];
    });
  }
}
