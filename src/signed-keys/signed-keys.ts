import { type Caller, reaches } from '../api/caller.ts';
import type { Credentials } from '../credentials/credentials.ts';
import { texts } from '../error-texts.ts';
import { badRequest } from '../errors.ts';
import { parseFilters } from '../search/filters.ts';
import { messagesOf } from '../search/option-error.ts';
import { checkOptions } from '../search/request.ts';
import type { SignedKeysMode } from '../setting-table.ts';
import type { AccountRecord, EngineRecord } from '../store/port.ts';
import type { Schema } from '../values/types.ts';

const moment = (seconds: number | null): string | null => {
  const date = new Date((seconds ?? Number.NaN) * 1000);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
};

const NO_SCHEMA: Schema = new Map();

/** Error messages that the token's own options would cause on every search, in every engine. */
function optionMessages(restrictions: Readonly<Record<string, unknown>>): readonly string[] {
  try {
    checkOptions(restrictions);
    // Without a schema: fields that an engine does not have are no error in a token.
    if (Object.hasOwn(restrictions, 'filters')) parseFilters(restrictions.filters, NO_SCHEMA, 'token');
    return [];
  } catch (error) {
    return messagesOf(error);
  }
}

/** Whether values of hidden fields can still be inferred through facets and filters. */
const leaksHiddenFields = (
  restrictions: Readonly<Record<string, unknown>>,
  mode: SignedKeysMode,
): boolean => {
  const { facets } = restrictions;
  const forbidsFacets =
    Object.hasOwn(restrictions, 'facets') &&
    (facets === null || (typeof facets === 'object' && Object.keys(facets as object).length === 0));
  return mode === 'compatible' && Object.hasOwn(restrictions, 'result_fields') && !forbidsFacets;
};

/** The engines in both scopes; null for all. */
const sharedEngines = (
  one: readonly string[] | null,
  other: readonly string[] | null,
): readonly string[] | null =>
  one === null || other === null ? (one ?? other) : one.filter((name) => other.includes(name));

/** What a token is and whether a search with it would be accepted, as JSON. */
export interface InspectionJson {
  readonly accepted: boolean;
  /** Why it is not accepted, or warnings for an accepted token. */
  readonly remarks: readonly string[];
  readonly kind: 'signed' | 'search' | 'private' | 'admin' | null;
  readonly key_name: string | null;
  readonly signature_valid: boolean;
  readonly issued_at: string | null;
  readonly expires_at: string | null;
  readonly not_before: string | null;
  readonly jti: string | null;
  readonly sub: string | null;
  readonly engines: readonly string[] | null;
  readonly restrictions: Readonly<Record<string, unknown>> | null;
}

/** Signs, inspects and tries signed search keys. */
export class SignedKeys {
  readonly #credentials: Credentials;
  readonly #mode: SignedKeysMode;

  constructor(credentials: Credentials, mode: SignedKeysMode) {
    this.#credentials = credentials;
    this.#mode = mode;
  }

  sign(account: AccountRecord, key: string, claims: Readonly<Record<string, unknown>>): Promise<string> {
    return this.#credentials.sign(account.id, key, claims);
  }

  /** Shows no engines outside of `scope`, unless it is null. */
  async inspect(
    account: AccountRecord,
    token: string,
    scope: readonly string[] | null = null,
  ): Promise<InspectionJson> {
    const { caller, remarks, ...found } = await this.#credentials.inspect(account, token);
    const { restrictions } = found;
    const refusals = [...remarks, ...(restrictions === null ? [] : optionMessages(restrictions))];
    const accepted = caller !== undefined && refusals.length === 0;
    const warns = accepted && restrictions !== null && leaksHiddenFields(restrictions, this.#mode);
    return {
      accepted,
      remarks: warns ? [texts.tokenLeaksHiddenFields] : refusals,
      kind: found.kind === 'person' || found.kind === 'owner' ? null : found.kind,
      key_name: found.keyName,
      signature_valid: found.signatureValid,
      issued_at: moment(found.issuedAt),
      expires_at: moment(found.expires),
      not_before: moment(found.notBefore),
      jti: found.jti,
      sub: found.sub,
      engines: caller === undefined ? [] : sharedEngines(caller.engines, scope),
      restrictions,
    };
  }

  /** The caller that a token authenticates; throws the reasons if a search with the token would be refused. */
  async callerOf(account: AccountRecord, engine: EngineRecord, token: string): Promise<Caller> {
    const { caller, remarks } = await this.#credentials.inspect(account, token);
    if (caller === undefined) throw badRequest(remarks);
    if (!reaches(caller, engine.name)) throw badRequest(texts.tokenOutOfReach(engine.name));
    return caller;
  }
}
