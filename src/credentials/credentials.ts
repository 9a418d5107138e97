import { timingSafeEqual } from 'node:crypto';
import type { Caller } from '../api/caller.ts';
import { BoundedCache, textBytes } from '../caching/bounded-cache.ts';
import { texts } from '../error-texts.ts';
import { badRequest, errors } from '../errors.ts';
import { limits } from '../limits.ts';
import type {
  AccountRecord,
  KeyReader,
  KeyRecord,
  KeyWriter,
  Page,
  PageRange,
  Precondition,
  PreviousValue,
  Store,
} from '../store/port.ts';
import { type Inspection, inspectedToken, inspectedValue } from './inspection.ts';
import { detailsAfter, isUnexpired } from './key-details.ts';
import { type KeyRequest, type NewKey, newKeyOf, rightsAfter } from './key-request.ts';
import { KeyUses, previousUseOf } from './key-uses.ts';
import { newKeyValue } from './key-value.ts';
import { holds } from './permission.ts';
import {
  isCurrent,
  isSignedWith,
  looksSigned,
  readSignedKey,
  type SignedKey,
  signedText,
} from './signed-key.ts';
import type { Vault } from './vault.ts';

/** A key as the credentials endpoints show it, with its value in clear. */
export interface Credential extends NewKey {
  readonly id: string;
  readonly key: string;
  /** When the previous value stops being valid; null if there is none. */
  readonly previousUntil: number | null;
  /** To the minute; null if the key was never used. */
  readonly lastUsedAt: number | null;
  /** The last use of the previous value since the rotation; null if there was none. */
  readonly previousUsedAt: number | null;
}

const contextOf = (accountId: string, name: string): string => `${accountId}/${name}`;
/** No key can have this name. */
const DECOY_NAME = 'no such key';
const DECOY_CONTEXT = contextOf('0'.repeat(24), DECOY_NAME);
const scopeOf = (key: KeyRecord): readonly string[] | null =>
  key.accessAllEngines === true ? null : (key.engines ?? []);

/** Only private keys have these rights. */
const rightsOf = ({ kind, read, write }: KeyRecord): { readonly read: boolean; readonly write: boolean } => ({
  read: kind === 'private' && read === true,
  write: kind === 'private' && write === true,
});

/** A key with the members that a request names replaced. */
function changed(key: KeyRecord, request: KeyRequest): KeyRecord {
  if (request.kind !== undefined && request.kind !== key.kind) throw badRequest(texts.typeCannotChange);
  return { ...key, ...rightsAfter(key.kind, request, key), ...detailsAfter(request, key) };
}

/** Throws if the account cannot have another key. */
async function checkCount(keys: KeyReader, accountId: string): Promise<void> {
  const { total } = await keys.page(accountId, { offset: 0, limit: 0 });
  if (total >= limits.keysPerAccount) throw badRequest(texts.tooManyKeys);
}

/** Creates a key within a transaction and returns its value. The name must be unused. */
export async function insertKey(
  keys: KeyWriter,
  vault: Vault,
  accountId: string,
  key: NewKey,
  value = newKeyValue(key.kind),
): Promise<string> {
  const sealed = vault.seal(value, contextOf(accountId, key.name));
  await keys.insert({ ...key, accountId, lookup: vault.lookup(value), sealed, previous: null });
  return value;
}

/**
 * Bytes of each of the two caches, for key values and signed search keys. They contain only what depends on the token
 * and a secret alone (a hash, a correct signature), and only for accepted tokens. Every request checks that the key
 * exists, what it permits, and that the token is valid now.
 */
const TOKEN_BYTES = 1024 * 1024;

/** The keys of accounts: authentication of tokens, and the credentials endpoints. */
export class Credentials {
  readonly #store: Store;
  readonly #vault: Vault;
  /** Milliseconds since 1970. */
  readonly #now: () => number;
  /** The hash of a key value. */
  readonly #lookups = new BoundedCache<string, string>({
    bytes: TOKEN_BYTES,
    weigh: (token, lookup) => textBytes(token) + textBytes(lookup),
  });
  /** A signed search key, and the sealed secret of the signing key that its signature was right for. */
  readonly #signatures = new BoundedCache<string, { readonly signed: SignedKey; readonly sealed: string }>({
    bytes: TOKEN_BYTES,
    // The parsed token holds its parts again, and its claims as objects.
    weigh: (token, { sealed }) => 4 * textBytes(token) + textBytes(sealed),
  });

  /** A sealed value that belongs to no key. */
  readonly #decoy: string;
  readonly uses: KeyUses;

  constructor(store: Store, vault: Vault, now: () => number = Date.now) {
    this.#store = store;
    this.#vault = vault;
    this.#now = now;
    this.#decoy = vault.seal(newKeyValue('private'), DECOY_CONTEXT);
    this.uses = new KeyUses(store, now);
  }

  /** The caller that a token of this account authenticates; undefined if the token is invalid for any reason. */
  async authenticate(account: AccountRecord, token: string): Promise<Caller | undefined> {
    return looksSigned(token) ? this.#bySignature(account, token) : this.#byValue(account, token);
  }

  async #byValue(account: AccountRecord, value: string): Promise<Caller | undefined> {
    const known = this.#lookups.get(value);
    const lookup = known ?? this.#vault.lookup(value);
    const key = await this.#store.keys.byLookup(account.id, lookup);
    if (key === undefined) return undefined;
    // Compared again in constant time: the comparison of the database's index is not.
    const isIts = (hash: string): boolean => timingSafeEqual(Buffer.from(hash), Buffer.from(lookup));
    const previous = this.#previousOf(key);
    const isPresent = isIts(key.lookup);
    const isRight = isPresent || (previous !== null && isIts(previous.lookup));
    if (!isRight || !isUnexpired(key, this.#now())) {
      // Records are cached, lookups that find nothing are not: one such lookup makes up for it.
      await this.#store.keys.byLookup(account.id, DECOY_NAME);
      return undefined;
    }
    if (known === undefined) this.#lookups.set(value, lookup);
    return {
      account,
      kind: key.kind,
      keyName: key.name,
      usesPrevious: !isPresent,
      ...rightsOf(key),
      engines: key.kind === 'admin' ? [] : scopeOf(key),
      restrictions: null,
      rateLimit: key.rateLimit,
    };
  }

  async #bySignature(account: AccountRecord, token: string): Promise<Caller | undefined> {
    const known = this.#signatures.get(token);
    const signed = known?.signed ?? readSignedKey(token);
    if (signed === undefined) return undefined;
    const signer = await this.#store.keys.byName(account.id, signed.keyName);
    if (signer === undefined || !isUnexpired(signer, this.#now())) {
      if (signer !== undefined) await this.#store.keys.byName(account.id, DECOY_NAME);
      // The same work as for a known signer, so that the time does not tell which names exist.
      this.#signingValue(signed, undefined);
      return undefined;
    }
    // A sealed value has its own nonce and is bound to account and key: equal texts are the same secret.
    const valid = [signer.sealed, this.#previousOf(signer)?.sealed];
    let sealed = known?.sealed;
    if (known === undefined || !valid.includes(known.sealed)) {
      // Records are cached, lookups that find nothing are not: one such lookup makes up for it.
      await this.#store.keys.byName(account.id, DECOY_NAME);
      sealed = this.#signingValue(signed, signer);
      if (sealed === undefined) return undefined;
      this.#signatures.set(token, { signed, sealed });
    }
    if (!isCurrent(signed, this.#now() / 1000)) return undefined;
    if (!holds({ kind: signer.kind, ...rightsOf(signer) }, 'sign')) return undefined;
    if (await this.#isRevoked(account, signed)) return undefined;
    return {
      account,
      kind: 'signed',
      keyName: signer.name,
      usesPrevious: sealed !== signer.sealed,
      read: false,
      write: false,
      engines: scopeOf(signer),
      restrictions: signed.restrictions,
      rateLimit: signer.rateLimit,
    };
  }

  /**
   * The sealed value of a key that a token was signed with; undefined if it is neither the current nor the previous one.
   * Always verifies twice: the time tells neither whether there is such a key nor whether it was rotated.
   */
  #signingValue(signed: SignedKey, signer: KeyRecord | undefined): string | undefined {
    const context = signer === undefined ? DECOY_CONTEXT : contextOf(signer.accountId, signer.name);
    const previous = signer === undefined ? null : this.#previousOf(signer);
    const values = [
      { sealed: signer?.sealed ?? this.#decoy, context },
      previous === null
        ? { sealed: this.#decoy, context: DECOY_CONTEXT }
        : { sealed: previous.sealed, context },
    ];
    const right = values.filter((value) =>
      isSignedWith(signed, this.#vault.open(value.sealed, value.context)),
    );
    return right.map(({ sealed }) => sealed).find((sealed) => sealed !== this.#decoy);
  }

  /** A token that does not say when it was issued counts as issued in 1970. */
  async #isRevoked({ id }: AccountRecord, { issuedAt = 0, ...claims }: SignedKey): Promise<boolean> {
    const matching = await this.#store.revocations.matching(id, claims);
    return matching.some(({ issuedBefore }) => issuedBefore === null || 1000 * issuedAt < issuedBefore);
  }

  /** The value before the last rotation, if it is still valid. */
  #previousOf({ previous }: KeyRecord): PreviousValue | null {
    return previous !== null && this.#now() < previous.until ? previous : null;
  }

  /** What a token is and why it would be rejected; for people who may see the keys themselves. */
  async inspect(account: AccountRecord, token: string): Promise<Inspection> {
    const caller = await this.authenticate(account, token);
    if (!looksSigned(token)) return inspectedValue(caller, caller !== undefined && holds(caller, 'search'));
    const signed = readSignedKey(token);
    const signer = signed && (await this.#store.keys.byName(account.id, signed.keyName));
    const hasSigned =
      signed !== undefined && signer !== undefined && this.#signingValue(signed, signer) !== undefined;
    const found = {
      isThere: signer !== undefined,
      isExpired: signer !== undefined && !isUnexpired(signer, this.#now()),
      hasSigned,
      hasRevoked: hasSigned && (await this.#isRevoked(account, signed)),
    };
    return inspectedToken(signed, found, caller, this.#now() / 1000);
  }

  /** Signs claims with a key, even with one whose signed search keys would be rejected. */
  async sign(accountId: string, name: string, claims: Readonly<Record<string, unknown>>): Promise<string> {
    const { key } = await this.get(accountId, name);
    return signedText({ ...claims, api_key_name: name }, key);
  }

  async page(accountId: string, range: PageRange): Promise<Page<Credential>> {
    const { total, results } = await this.#store.keys.page(accountId, range);
    const uses = await this.uses.of(
      accountId,
      results.map(({ name }) => name),
    );
    return { total, results: results.map((key) => this.#shown(key, uses)) };
  }

  async get(accountId: string, name: string): Promise<Credential> {
    const key = await this.#store.keys.byName(accountId, name);
    if (key === undefined) throw errors.noSuchCredential();
    return this.#shown(key, await this.uses.of(accountId, [name]));
  }

  /** Creates a key, with a random value unless `value` is given. */
  async create(accountId: string, request: KeyRequest, value?: string): Promise<Credential> {
    const key = newKeyOf(request);
    await this.#store.transact({ account: accountId }, async ({ keys }) => {
      if (await keys.byName(accountId, key.name)) throw badRequest(texts.nameTaken);
      await checkCount(keys, accountId);
      if (value !== undefined && (await keys.byLookup(accountId, this.#vault.lookup(value)))) {
        throw badRequest(texts.keyValueTaken);
      }
      await insertKey(keys, this.#vault, accountId, key, value);
    });
    return this.get(accountId, key.name);
  }

  /** Changes the members that a request names; name, kind and value stay. */
  async update(
    accountId: string,
    name: string,
    request: KeyRequest,
    precondition?: Precondition,
  ): Promise<Credential> {
    if (request.name !== undefined && request.name !== name) throw badRequest(texts.nameCannotChange);
    await this.#store.transact({ account: accountId }, async (tx) => {
      const { keys } = tx;
      await precondition?.(tx);
      const key = await keys.byName(accountId, name);
      if (key === undefined) throw errors.noSuchCredential();
      await keys.update(changed(key, request));
    });
    return this.get(accountId, name);
  }

  /** Updates the key that a request names, or creates it. */
  async put(accountId: string, request: KeyRequest): Promise<Credential> {
    const { name } = request;
    if (name === undefined) throw errors.missingParameter('name');
    await this.#store.transact({ account: accountId }, async ({ keys }) => {
      const known = await keys.byName(accountId, name);
      if (known !== undefined) return keys.update(changed(known, request));
      await checkCount(keys, accountId);
      await insertKey(keys, this.#vault, accountId, newKeyOf(request));
    });
    return this.get(accountId, name);
  }

  /** Gives a key a new value. The value until now stays valid for `overlap` milliseconds, an older one does not. */
  async rotate(
    accountId: string,
    name: string,
    overlap: number,
    precondition?: Precondition,
  ): Promise<Credential> {
    await this.#store.transact({ account: accountId }, async (tx) => {
      await precondition?.(tx);
      const key = await tx.keys.byName(accountId, name);
      if (key === undefined) throw errors.noSuchCredential();
      const value = newKeyValue(key.kind);
      const { lookup, sealed } = key;
      await tx.keys.setValues({
        ...key,
        lookup: this.#vault.lookup(value),
        sealed: this.#vault.seal(value, contextOf(accountId, name)),
        previous: overlap === 0 ? null : { lookup, sealed, until: this.#now() + overlap },
      });
    });
    this.uses.forgetPreviousValue(accountId, name);
    return this.get(accountId, name);
  }

  async delete(accountId: string, name: string, precondition?: Precondition): Promise<void> {
    const deleted = await this.#store.transact({ account: accountId }, async (tx) => {
      await precondition?.(tx);
      return tx.keys.delete(accountId, name);
    });
    if (!deleted) throw errors.noSuchCredential();
    this.uses.forget(accountId, name);
  }

  #shown(key: KeyRecord, uses: ReadonlyMap<string, number>): Credential {
    const { name, kind, read, write, accessAllEngines, engines, expiresAt, description, rateLimit } = key;
    const id = `account_id:${key.accountId}|name:${name}`;
    const details = { expiresAt, description, rateLimit };
    const previousUntil = this.#previousOf(key)?.until ?? null;
    const lastUsedAt = uses.get(name) ?? null;
    const previousUsedAt = previousUntil === null ? null : (uses.get(previousUseOf(name)) ?? null);
    const shown = { name, kind, read, write, accessAllEngines, engines, ...details };
    return { id, key: this.#reveal(key), ...shown, previousUntil, lastUsedAt, previousUsedAt };
  }

  #reveal(key: KeyRecord): string {
    return this.#vault.open(key.sealed, contextOf(key.accountId, key.name));
  }
}
