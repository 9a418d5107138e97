import type { Analyzer } from './analyzer.ts';
import { delimiterParts, eachSubtoken } from './delimiter.ts';
import { elidedArticles } from './elision.ts';
import { stemOf } from './stemmer.ts';
import { stopWordsOf } from './stop-words.ts';
import { eachWord } from './tokenizer.ts';

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

function makeAnalyzer(language: string): Analyzer {
  const articles = elidedArticles(language);
  const stem = stemOf(language);
  const stopWords = stopWordsOf(language);
  return {
    words: (text, sink) => eachWord(text, articles, sink),
    stem,
    isStopWord: (word) => stopWords.has(word),
    subtokens: eachSubtoken,
    parts: delimiterParts,
  };
}
