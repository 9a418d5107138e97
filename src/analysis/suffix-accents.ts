/**
 * Suffixes that a Snowball stemmer recognises only with their accents, which folding has removed. Restored before the
 * stemmer runs, they give `información` and `informaciones`, or `nação` and `nações`, the same stem. The first match
 * counts. Hardly any word of these languages has such a suffix without the accent.
 */
const ACCENTED: Readonly<Record<string, ReadonlyArray<readonly [folded: string, accented: string]>>> = {
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
  // Plurals in -ões become singulars: the stemmer would give them another stem.
  pt: [
    ['acao', 'ação'],
    ['acoes', 'ação'],
    ['ucao', 'ução'],
    ['ucoes', 'ução'],
    ['oes', 'ao'],
  ],
};

/** The folded suffixes whose accents are restored. */
export const accentedSuffixes = (language: string): readonly string[] =>
  (ACCENTED[language] ?? []).map(([folded]) => folded);

/** A function that restores the accents of a folded word's suffix. */
export function suffixAccents(language: string): (word: string) => string {
  const suffixes = ACCENTED[language];
  if (suffixes === undefined) return (word) => word;
  return (word) => {
    for (const [folded, accented] of suffixes) {
      if (word.endsWith(folded)) return word.slice(0, -folded.length) + accented;
    }
    return word;
  };
}
