import { isDeepStrictEqual } from 'node:util';
import type { Credential, Credentials } from '../credentials/credentials.ts';
import { parseKeyRequest } from '../credentials/key-request.ts';
import { isKeyValue, KEY_KINDS, type KeyKind, keyValueRule } from '../credentials/key-value.ts';
import { credentialJson } from '../credentials/routes.ts';
import { ApiError } from '../errors.ts';
import { refusalText } from './refusal-text.ts';
import type { KeyReport } from './report.ts';
import { sentences } from './sentences.ts';
import type { Json } from './source-shapes.ts';

/** What a key may do. A source that is a Findling also says the last three. */
const MEMBERS = ['read', 'write', 'access_all_engines', 'engines', 'expires_at', 'description', 'rate_limit'];

/** Creates keys with the names, values and rights that they have in the source; a trial only says what would happen. */
export async function copyKeys(
  keys: readonly Json[],
  credentials: Credentials,
  accountId: string,
  isTrial: boolean,
): Promise<KeyReport[]> {
  const reports: KeyReport[] = [];
  for (const key of keys) {
    const outcome = await copyKey(key, credentials, accountId, isTrial);
    const isOutcome = outcome === 'created' || outcome === 'unchanged';
    reports.push({
      name: String(key.name),
      type: String(key.type),
      ...(isOutcome ? { outcome } : { outcome: 'refused' as const, reason: outcome }),
    });
  }
  return reports;
}

/** Keys that cannot be created, all for the same reason. */
export const refusedKeys = (keys: readonly Json[], reason: string): KeyReport[] =>
  keys.map(({ name, type }) => ({ name: String(name), type: String(type), outcome: 'refused', reason }));

const rightsIn = (key: Json): Json =>
  Object.fromEntries(MEMBERS.flatMap((member) => (key[member] == null ? [] : [[member, key[member]]])));

/** What became of a key, or why it cannot be created. Values are never part of the text. */
async function copyKey(
  key: Json,
  credentials: Credentials,
  accountId: string,
  isTrial: boolean,
): Promise<string> {
  const { name, type, key: value } = key;
  if (!(KEY_KINDS as readonly unknown[]).includes(type)) return sentences.keyKind(String(type));
  if (typeof value !== 'string' || value === '' || /[*•…]/.test(value)) return sentences.maskedKey;
  const existing = await existingKey(credentials, accountId, String(name));
  if (existing !== undefined) return comparison(existing, key, value);
  if (!isKeyValue(type as KeyKind, value)) return sentences.keyForm(keyValueRule(type as KeyKind));
  try {
    const request = parseKeyRequest({ name, type, ...rightsIn(key) });
    if (!isTrial) await credentials.create(accountId, request, value);
    return 'created';
  } catch (error) {
    if (error instanceof ApiError) return refusalText(error);
    throw error;
  }
}

function comparison(existing: Credential, key: Json, value: string): string {
  if (existing.key !== value || existing.kind !== key.type) return sentences.keyNameTaken;
  const isSame = isDeepStrictEqual(rightsIn(credentialJson(existing)), rightsIn(key));
  return isSame ? 'unchanged' : sentences.keyRightsDiffer;
}

async function existingKey(
  credentials: Credentials,
  accountId: string,
  name: string,
): Promise<Credential | undefined> {
  try {
    return await credentials.get(accountId, name);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
