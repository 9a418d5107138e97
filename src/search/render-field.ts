import type { Analyzer } from '../analysis/analyzer.ts';
import { limits } from '../limits.ts';
import type { TypedItem, TypedValue } from '../values/value.ts';
import { beginningOf } from './cutting.ts';
import type { QueryWords } from './query-words.ts';
import type { ResultField } from './result-fields.ts';
import { fallbackOf, snippetOf } from './snippet.ts';

/** Renders the values of documents, raw and as snippets of one search. */
export class FieldRenderer {
  readonly #words: QueryWords;
  readonly #analyzer: Analyzer;

  constructor(words: QueryWords, analyzer: Analyzer) {
    this.#words = words;
    this.#analyzer = analyzer;
  }

  /** A value, its texts cut to the requested size; numbers are not cut. */
  raw(value: TypedValue, { rawSize }: ResultField): TypedValue {
    if (rawSize === undefined) return value;
    const cut = (item: TypedItem): TypedItem =>
      typeof item === 'string' ? beginningOf(item, rawSize) : item;
    return isList(value) ? value.map(cut) : cut(value);
  }

  /** A snippet of a text, or of the first text of a list with a match; null if there is none. */
  snippet(value: TypedValue, field: ResultField): string | null {
    const texts = (isList(value) ? value : [value]).filter((item) => typeof item === 'string');
    const size = field.snippetSize ?? limits.resultSize.snippet;
    for (const text of texts) {
      const snippet = snippetOf(text, this.#words, this.#analyzer, size);
      if (snippet !== null) return snippet;
    }
    const [first] = texts;
    return field.fallback === true && first !== undefined ? fallbackOf(first, size) : null;
  }
}

const isList = (value: TypedValue): value is readonly TypedItem[] => Array.isArray(value);
