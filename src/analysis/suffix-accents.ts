/**
 * Endings that a Snowball stemmer knows only with their marks, which folding has taken away. Put back before the
 * stemmer runs, they keep `información` with `informaciones` and `nação` with `nações`. The
 * first that fits counts; words of these languages that end so without marks are next to none.
 */
const MARKED: Readonly<Record<string, ReadonlyArray<readonly [folded: string, marked: string]>>> = {
  es: [
    ['acion', 'ación'],
    ['ucion', 'ución'],
    ['logia', 'logía'],
    ['logias', 'logías'],
  ],
  fr: [
    ['ee', 'ée'],
    ['ees', 'ées'],
    ['iere', 'ière'],
    ['ieres', 'ières'],
  ],
  // The plural of -ão is put into the singular: the stemmer would keep the two apart.
  pt: [
    ['acao', 'ação'],
    ['acoes', 'ação'],
    ['ucao', 'ução'],
    ['ucoes', 'ução'],
    ['oes', 'ao'],
  ],
};

/** A function that puts back the marks of a folded word's ending, the first of the language's list that it has. */
export function suffixAccents(language: string): (word: string) => string {
  const endings = MARKED[language];
  if (endings === undefined) return (word) => word;
  return (word) => {
    for (const [folded, marked] of endings) {
      if (word.endsWith(folded)) return word.slice(0, -folded.length) + marked;
    }
    return word;
  };
}
