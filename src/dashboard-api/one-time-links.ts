import { randomBytes } from 'node:crypto';
import type { Vault } from '../credentials/vault.ts';
import { errors } from '../errors.ts';
import type { LinkPurpose, LinkRecord } from '../store/dashboard-port.ts';
import type { StoreReader, StoreWriter } from '../store/port.ts';

/** What a link says beside its token. */
export type LinkContent = Partial<
  Pick<LinkRecord, 'accountId' | 'role' | 'email' | 'personId' | 'madeBy' | 'expiresAt'>
>;

const PATHS: Readonly<Record<LinkPurpose, string>> = {
  setup: '/setup',
  invitation: '/invitation',
  reset: '/reset',
};

/** The address of a link after the origin. Behind the hash, which browsers never send: no log can hold the token. */
export const linkPath = (purpose: LinkPurpose, token: string): string => `${PATHS[purpose]}#${token}`;

/** Links that work once: 256 random bits, of which only a keyed hash is kept. */
export class Links {
  readonly #vault: Vault;
  readonly #now: () => number;

  constructor(vault: Vault, now: () => number = Date.now) {
    this.#vault = vault;
    this.#now = now;
  }

  /** Makes a link within a transaction. */
  async make(
    tx: StoreWriter,
    purpose: LinkPurpose,
    content: LinkContent = {},
  ): Promise<{ readonly link: LinkRecord; readonly token: string }> {
    const token = randomBytes(32).toString('base64url');
    const link: LinkRecord = {
      id: randomBytes(12).toString('hex'),
      purpose,
      lookup: this.#lookup(token),
      accountId: null,
      role: null,
      email: null,
      personId: null,
      madeBy: '',
      createdAt: this.#now(),
      expiresAt: null,
      usedAt: null,
      ...content,
    };
    await tx.links.insert(link);
    return { link, token };
  }

  /** The link behind a token, of these purposes; refused with the reason if it does not work any more. */
  async find(reader: StoreReader, token: unknown, ...purposes: LinkPurpose[]): Promise<LinkRecord> {
    const link = typeof token === 'string' ? await reader.links.byLookup(this.#lookup(token)) : undefined;
    if (link === undefined || !purposes.includes(link.purpose)) {
      const isSetUp = purposes.includes('setup') && (await reader.people.first()) !== undefined;
      throw isSetUp && purposes.length === 1 ? errors.setUpAlready() : errors.linkUnknown();
    }
    if (link.usedAt !== null) throw link.purpose === 'setup' ? errors.setUpAlready() : errors.linkUsed();
    if (link.expiresAt !== null && link.expiresAt <= this.#now()) throw errors.linkExpired();
    return link;
  }

  /** Finds a link and uses it up. */
  async use(tx: StoreWriter, token: unknown, purpose: LinkPurpose): Promise<LinkRecord> {
    const link = await this.find(tx, token, purpose);
    await tx.links.use(link.id, this.#now());
    return link;
  }

  #lookup(token: string): string {
    return this.#vault.lookup(`link ${token}`);
  }
}
