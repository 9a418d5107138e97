import type { Analyzer } from './analyzer.ts';
import { Beginnings } from './beginnings.ts';
import { delimiterParts, eachSubtoken } from './delimiter.ts';
import { elidedArticles } from './elision.ts';
import { numberedStems } from './numbered-stems.ts';
import { numberTerms } from './numbered-terms.ts';
import { stemmerOf, stemOf } from './stemmer.ts';
import { stopWordsOf } from './stop-words.ts';
import { accentedSuffixes } from './suffix-accents.ts';
import { eachWord } from './tokenizer.ts';
import { scanWords } from './word-scan.ts';

/** Languages with their own rules. Japanese, Korean, Chinese and engines without a language use the English ones. */
const OWN_RULES = new Set(['da', 'de', 'en', 'es', 'fr', 'it', 'nl', 'pt', 'ru', 'th']);

const analyzers = new Map<string, Analyzer>();

/** The analyzer of an engine's language; null for none. The same rules always give the same object. */
export function analyzerFor(language: string | null): Analyzer {
  const rules = rulesOf(language);
  const known = analyzers.get(rules);
  if (known !== undefined) return known;
  const made = makeAnalyzer(rules);
  analyzers.set(rules, made);
  return made;
}

function rulesOf(language: string | null): string {
  if (language === 'pt-br') return 'pt';
  return language !== null && OWN_RULES.has(language) ? language : 'en';
}

/**
 * Stemmers keep the first unit of a word. Only restored accents can change it, in a word that consists of the suffix:
 * the Portuguese `oes` has the stem `ao`.
 */
function makeAnalyzer(language: string): Analyzer {
  const articles = elidedArticles(language);
  const stem = stemOf(language);
  const stopWords = stopWordsOf(language);
  const irregular = accentedSuffixes(language).filter((word) => stem(word)[0] !== word[0]);
  return {
    words: (text, sink) => eachWord(text, articles, sink),
    scan: (text, beginnings, sink) => scanWords(text, articles, sink, beginnings),
    beginningsOf(words, stems) {
      const beginnings = new Beginnings();
      for (const word of words) beginnings.add(word.charCodeAt(0));
      for (const known of stems) {
        beginnings.add(known.charCodeAt(0));
        for (const word of irregular) if (stem(word) === known) beginnings.add(word.charCodeAt(0));
      }
      return beginnings;
    },
    stem,
    isStopWord: (word) => stopWords.has(word),
    subtokens: eachSubtoken,
    numberStem: numberedStems(stemmerOf(language)),
    number: (text, terms, words, subtokens) => numberTerms(text, articles, terms, words, subtokens),
    parts: delimiterParts,
  };
}
