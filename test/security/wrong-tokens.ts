import type { Case, Signers } from './token-case.ts';
import { algorithmCases, headerCases, payloadCases, publicKeyCases } from './wrong-token-claims.ts';
import { encodingCases, shapeCases, signerCases } from './wrong-token-forms.ts';

/** Every token that must be rejected, by its defect. */
export const WRONG_TOKENS: Readonly<Record<string, (signers: Signers) => Case[]>> = {
  algorithms: algorithmCases,
  'public keys': publicKeyCases,
  headers: headerCases,
  payloads: payloadCases,
  signers: signerCases,
  encodings: encodingCases,
  shapes: shapeCases,
};
