import { randomBytes } from 'node:crypto';
import type { Vault } from '../credentials/vault.ts';
import { errors } from '../errors.ts';
import type { LinkPurpose, LinkRecord } from '../store/dashboard-port.ts';
import type { StoreReader, StoreWriter } from '../store/port.ts';

/** The data that a link carries apart from its token. */
export type LinkContent = Partial<
  Pick<LinkRecord, 'accountId' | 'role' | 'email' | 'personId' | 'madeBy' | 'expiresAt'>
>;

const PATHS: Readonly<Record<LinkPurpose, string>> = {
  setup: '/setup',
  invitation: '/invitation',
  reset: '/reset',
};

/** The link's URL after the origin. The token is in the fragment, which browsers never send, so it reaches no log. */
export const linkPath = (purpose: LinkPurpose, token: string): string => `${PATHS[purpose]}#${token}`;

/** Single-use links with a token of 256 random bits. Only a keyed hash of the token is stored. */
export class OneTimeLinks {
  readonly #vault: Vault;
  readonly #now: () => number;

  constructor(vault: Vault, now: () => number = Date.now) {
    this.#vault = vault;
    this.#now = now;
  }

  /** Creates a link within a transaction. */
  async create(
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

  /** The link with this token and one of these purposes; throws the reason if the link is not valid. */
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

  /** Finds a link and marks it as used. */
  async use(tx: StoreWriter, token: unknown, purpose: LinkPurpose): Promise<LinkRecord> {
    const link = await this.find(tx, token, purpose);
    await tx.links.use(link.id, this.#now());
    return link;
  }

  #lookup(token: string): string {
    return this.#vault.lookup(`link ${token}`);
  }
}
