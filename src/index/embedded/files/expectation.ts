import { MANIFEST } from './file-names.ts';
import { type FileProblem, foreign } from './file-problem.ts';
import { indexFileTexts as texts } from './file-texts.ts';
import type { Manifest } from './manifest.ts';
import type { Analysis } from './segment-file.ts';

/** What a manifest must match to be usable. */
export interface Expectation extends Analysis {
  readonly identity: string;
  readonly engineId: number;
}

/** Version of the Unicode tables of this process, on which analysis depends. */
export const ICU = process.versions.icu ?? 'none';

/** The problem with an intact manifest; undefined if it can be used. */
export function unfit(manifest: Manifest, expected: Expectation): FileProblem | undefined {
  const { identity, engineId, language, analysisVersion, icu } = manifest;
  const known = expected.analysisVersion;
  if (identity !== expected.identity) return foreign(MANIFEST, texts.otherStore(MANIFEST));
  if (engineId !== expected.engineId) {
    return foreign(MANIFEST, texts.otherEngine(MANIFEST, engineId, expected.engineId));
  }
  if (language !== expected.language) {
    return foreign(MANIFEST, texts.otherLanguage(MANIFEST, language, expected.language));
  }
  if (analysisVersion > known) {
    return {
      file: MANIFEST,
      kind: 'too new',
      sentence: texts.analysisTooNew(MANIFEST, analysisVersion, known),
    };
  }
  if (analysisVersion < known) {
    return {
      file: MANIFEST,
      kind: 'too old',
      sentence: texts.analysisTooOld(MANIFEST, analysisVersion, known),
    };
  }
  if (icu !== ICU)
    return { file: MANIFEST, kind: 'too old', sentence: texts.otherUnicode(MANIFEST, icu, ICU) };
  return undefined;
}
