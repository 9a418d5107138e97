import { stopwords as danish } from '@orama/stopwords/danish';
import { stopwords as dutch } from '@orama/stopwords/dutch';
import { stopwords as english } from '@orama/stopwords/english';
import { stopwords as french } from '@orama/stopwords/french';
import { stopwords as german } from '@orama/stopwords/german';
import { stopwords as italian } from '@orama/stopwords/italian';
import { stopwords as portuguese } from '@orama/stopwords/portuguese';
import { stopwords as russian } from '@orama/stopwords/russian';
import { stopwords as spanish } from '@orama/stopwords/spanish';
import { foldWord } from './folding.ts';

/** Thai has no stop words. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  da: danish,
  de: german,
  // The list of the library lacks the article.
  en: ['a', ...english],
  es: spanish,
  fr: french,
  it: italian,
  nl: dutch,
  pt: portuguese,
  ru: russian,
  th: [],
};

/**
 * Folded words that are on the lists although people search for them: a stop word matches as a prefix only, so `US` and
 * `May` would be lost. The Spanish list, the longest, contains days, numbers, work and single letters.
 */
const SEARCHED: Readonly<Record<string, string>> = {
  de: 'weg',
  en: 'may us',
  es: `acuerdo adelante bajo breve buen buena buenas bueno buenos cinco claro conocer conseguir considera cosas
    cuatro cuenta dia dias diferente diferentes dos ejemplo emplear emplean empleas empleo estado estados fin final
    general gran grandes habla hablan horas igual intenta intentar intento lado largo lugar mal manera mayor medio
    mejor modo momento nueva nuevas nuevo nuevos ocho pais parte partir pasada pasado peor poder posible primer
    primera primero primeros pronto proximo proximos raras realizado realizar saber segunda segundo seis siete sola
    solas solo solos tarde temprano tercera tiempo total trabaja trabajan trabajar trabajas trabajo tres ultima
    ultimas ultimo ultimos usa usan usar usas uso valor ver verdad verdadera verdadero
    b c d f g h j k l m n p q r s t v w x z`,
  fr: 'ete',
  ru: 'жизнь человек',
};

/** The folded stop words of a language; English where a language has no list. */
export function stopWordsOf(language: string): ReadonlySet<string> {
  const searched = new Set(SEARCHED[language]?.split(/\s+/));
  const folded = (LISTS[language] ?? english).map(foldWord);
  return new Set(folded.filter((word) => word !== '' && !searched.has(word)));
}
