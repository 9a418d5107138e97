import { randomBytes } from 'node:crypto';
import { insertKey } from '../credentials/credentials.ts';
import { NO_DETAILS } from '../credentials/key-details.ts';
import type { NewKey } from '../credentials/key-request.ts';
import { randomText } from '../credentials/random-text.ts';
import type { Vault } from '../credentials/vault.ts';
import { texts } from '../error-texts.ts';
import { badRequest } from '../errors.ts';
import { limits } from '../limits.ts';
import type { AccountRecord, Store, StoreWriter } from '../store/port.ts';

const ALL_ENGINES = { accessAllEngines: true, engines: null, ...NO_DETAILS } as const;

/** The keys that every new account gets. */
const PRIVATE_KEY: NewKey = { name: 'private-key', kind: 'private', read: true, write: true, ...ALL_ENGINES };
const SEARCH_KEY: NewKey = { name: 'search-key', kind: 'search', read: null, write: null, ...ALL_ENGINES };
/** Created for the default account, and only if its value is provisioned. */
const ADMIN_KEY: NewKey = {
  name: 'admin-key',
  kind: 'admin',
  read: null,
  write: null,
  accessAllEngines: null,
  engines: null,
  ...NO_DETAILS,
};

/** Values of the default account's keys at the first start; others are random. */
export interface ProvisionedKeys {
  readonly privateKey?: string | undefined;
  readonly searchKey?: string | undefined;
  readonly adminKey?: string | undefined;
}

interface MadeKey {
  readonly name: string;
  readonly kind: NewKey['kind'];
  readonly value: string;
  /** Whether the value was given instead of generated. */
  readonly isProvisioned: boolean;
}

export interface NewAccount {
  readonly account: AccountRecord;
  readonly keys: readonly MadeKey[];
}

const newHostIdentifier = (): string => `host-${randomText(6)}`;

const isAccountName = (name: string): boolean => /^[A-Za-z0-9-]+$/.test(name);

/** Accounts, and the host names that reach them. */
export class Accounts {
  readonly #store: Store;
  readonly #vault: Vault;
  /** What follows the host identifier in a host name. */
  readonly #suffix: string;

  constructor(store: Store, vault: Vault, domain: string) {
    this.#store = store;
    this.#vault = vault;
    this.#suffix = `.api.${domain.toLowerCase()}`;
  }

  /**
   * The account that a host name (lower case, no port) reaches: the one with the identifier in it, undefined for an
   * unknown identifier, the default account for every other host name.
   */
  async byHost(host: string): Promise<AccountRecord | undefined> {
    if (!host.endsWith(this.#suffix)) return this.#store.accounts.default();
    return this.#store.accounts.byHostIdentifier(host.slice(0, -this.#suffix.length));
  }

  byName(name: string): Promise<AccountRecord | undefined> {
    return this.#store.accounts.byName(name);
  }

  default(): Promise<AccountRecord | undefined> {
    return this.#store.accounts.default();
  }

  list(): Promise<readonly AccountRecord[]> {
    return this.#store.accounts.list();
  }

  async create(name: string): Promise<NewAccount> {
    if (!isAccountName(name)) throw badRequest(texts.keyNameCharacters);
    if (name.length > limits.accountNameLength) throw badRequest(texts.accountNameTooLong);
    return this.#store.transact('instance', async (tx) => {
      if (await tx.accounts.byName(name)) throw badRequest(texts.nameTaken);
      return this.#insert(tx, name, false, {});
    });
  }

  /** Creates the default account; undefined if there is one. `alongWith` runs in the same transaction. */
  async createDefault(
    provisioned: ProvisionedKeys,
    alongWith: (tx: StoreWriter) => Promise<void> = async () => {},
  ): Promise<NewAccount | undefined> {
    return this.#store.transact('instance', async (tx) => {
      if (await tx.accounts.default()) return undefined;
      await alongWith(tx);
      return this.#insert(tx, 'default', true, provisioned);
    });
  }

  async #insert(
    tx: StoreWriter,
    name: string,
    isDefault: boolean,
    provisioned: ProvisionedKeys,
  ): Promise<NewAccount> {
    let hostIdentifier = newHostIdentifier();
    while (await tx.accounts.byHostIdentifier(hostIdentifier)) hostIdentifier = newHostIdentifier();
    const id = randomBytes(12).toString('hex');
    const account = { id, name, hostIdentifier, isDefault, createdAt: Date.now() };
    await tx.accounts.insert(account);
    const keys: MadeKey[] = [];
    const add = async (key: NewKey, value?: string) => {
      const made = await insertKey(tx.keys, this.#vault, id, key, value);
      keys.push({ name: key.name, kind: key.kind, value: made, isProvisioned: value !== undefined });
    };
    await add(PRIVATE_KEY, provisioned.privateKey);
    await add(SEARCH_KEY, provisioned.searchKey);
    if (provisioned.adminKey !== undefined) await add(ADMIN_KEY, provisioned.adminKey);
    return { account, keys };
  }
}
