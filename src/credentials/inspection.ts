import type { Caller } from '../api/caller.ts';
import { texts } from '../error-texts.ts';
import type { SignedKey } from './signed-key.ts';

/** What a token is, for a person who may see the keys of the account. */
export interface Inspection {
  readonly kind: Caller['kind'] | null;
  /** As the token names it, also if there is no such key. */
  readonly keyName: string | null;
  readonly signatureValid: boolean;
  /** Seconds since 1970. */
  readonly issuedAt: number | null;
  readonly expires: number | null;
  readonly notBefore: number | null;
  readonly jti: string | null;
  readonly sub: string | null;
  readonly restrictions: Readonly<Record<string, unknown>> | null;
  /** The caller that a search with the token would have; undefined if it would be refused. */
  readonly caller: Caller | undefined;
  /** Why it would be refused. */
  readonly remarks: readonly string[];
}

const NOTHING: Inspection = {
  kind: null,
  keyName: null,
  signatureValid: false,
  issuedAt: null,
  expires: null,
  notBefore: null,
  jti: null,
  sub: null,
  restrictions: null,
  caller: undefined,
  remarks: [texts.tokenUnreadable],
};

/** The inspection of a key value. */
export const inspectedValue = (caller: Caller | undefined, maySearch: boolean): Inspection =>
  caller === undefined
    ? NOTHING
    : {
        ...NOTHING,
        kind: caller.kind,
        keyName: caller.keyName,
        caller: maySearch ? caller : undefined,
        remarks: maySearch ? [] : [texts.keyMayNotSearch(caller.keyName)],
      };

/** The inspection of a signed search key; `caller` is the one that it authenticates. */
export function inspectedToken(
  signed: SignedKey | undefined,
  signer: {
    readonly isThere: boolean;
    readonly isExpired: boolean;
    readonly hasSigned: boolean;
    readonly hasRevoked: boolean;
  },
  caller: Caller | undefined,
  seconds: number,
): Inspection {
  if (signed === undefined) return NOTHING;
  const { keyName, issuedAt, expires, notBefore, jti, sub, restrictions } = signed;
  const remarks = [
    ...(signer.isThere ? [] : [texts.tokenSignerUnknown(keyName)]),
    ...(signer.isThere && !signer.hasSigned ? [texts.tokenSignatureWrong(keyName)] : []),
    ...(signer.isExpired ? [texts.tokenSignerExpired(keyName)] : []),
    ...(expires !== undefined && seconds >= expires ? [texts.tokenExpired] : []),
    ...(notBefore !== undefined && seconds < notBefore ? [texts.tokenNotYet] : []),
    ...(signer.hasRevoked ? [texts.tokenRevoked] : []),
  ];
  return {
    kind: 'signed',
    keyName,
    signatureValid: signer.hasSigned,
    issuedAt: issuedAt ?? null,
    expires: expires ?? null,
    notBefore: notBefore ?? null,
    jti,
    sub,
    restrictions,
    caller,
    remarks: caller === undefined && remarks.length === 0 ? [texts.tokenSignerMayNot(keyName)] : remarks,
  };
}
