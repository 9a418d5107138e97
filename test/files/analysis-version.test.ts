import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { ANALYSIS_VERSION } from '../../src/analysis/analyzer.ts';
import { analyzerFor } from '../../src/analysis/language.ts';

const LANGUAGES = [null, 'da', 'de', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'nl', 'pt', 'pt-br', 'ru', 'zh'];

/** Texts to which every analysis rule applies, except Thai, where ICU decides. */
const TEXTS = [
  'The caves of the Wi-Fi glaciers, running and ran; flies, flying, foxes’ dens and O’Neil’s U.S.A. trip in 2024.',
  'SD500 PowerShot_v2.1 e-mail 3.14 1,000 a_b-c.d user@example.com C++ AT&T R2D2 iPhone12Pro',
  'Straße, Übergrößen, Häuser und Mäuse; die schönsten Bücher der Wälder',
  "L'été de l'homme, aujourd'hui: chevaux, œuvres et naïvetés",
  'cañón, corazones, niños rápidamente; canções, ações, coração; città, perché, dell’acqua',
  'rødgrød med fløde, børnene; fietsen, zeeën, huizen; читали книги о пещерах и ёлках',
  '東京の公園 ﾊﾝｶｸ カタカナ 中文分詞 한국어 단어',
  'ＦＵＬＬ ｗｉｄｔｈ ﬁne Ⅷ ² ½ İstanbul ıspanak ΣΊΣΥΦΟΣ résumé résumé',
  '',
];

/** A fingerprint of the analysis of these texts in all languages. */
function fingerprint(): string {
  const hash = createHash('sha256');
  for (const language of LANGUAGES) {
    const analyzer = analyzerFor(language);
    for (const text of TEXTS) {
      const words: string[] = [];
      const subtokens: string[] = [];
      analyzer.words(text, (word) => words.push(word));
      analyzer.subtokens(text, (subtoken) => subtokens.push(analyzer.stem(subtoken)));
      hash.update(JSON.stringify([language, words, words.map((word) => analyzer.stem(word)), subtokens]));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

/** The fingerprint by analysis version. */
const FINGERPRINTS: Readonly<Record<number, string>> = { 1: 'a19ebb1b389b80d1' };

test('a change of the analysis comes with another version', () => {
  assert.equal(
    fingerprint(),
    FINGERPRINTS[ANALYSIS_VERSION],
    'words, stems or subtokens have changed: increase ANALYSIS_VERSION, and add the new fingerprint here',
  );
});
