import { texts } from '../error-texts.ts';
import { badRequest, errors } from '../errors.ts';
import { limits } from '../limits.ts';
import type {
  Page,
  PageRange,
  Revocation,
  RevocationReader,
  RevocationRecord,
  Store,
} from '../store/port.ts';

/** The later of two times; null means all times. */
const later = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : Math.max(a, b);

async function checkCount(revocations: RevocationReader, accountId: string): Promise<void> {
  const { total } = await revocations.page(accountId, { offset: 0, limit: 0 });
  if (total >= limits.revocations) throw badRequest(texts.tooManyRevocations);
}

/** The revocations of signed search keys. `Credentials` applies them. */
export class Revocations {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Revokes tokens. What is revoked for the same token, subject and key stays revoked. */
  add(accountId: string, revocation: Revocation): Promise<RevocationRecord> {
    const now = Date.now();
    return this.#store.transact({ account: accountId }, async ({ revocations }) => {
      const known = await revocations.find(accountId, revocation);
      if (known === undefined) await checkCount(revocations, accountId);
      const issuedBefore =
        known === undefined ? revocation.issuedBefore : later(known.issuedBefore, revocation.issuedBefore);
      return revocations.put(accountId, { ...revocation, issuedBefore }, now);
    });
  }

  page(accountId: string, range: PageRange): Promise<Page<RevocationRecord>> {
    return this.#store.revocations.page(accountId, range);
  }

  async deleteById(accountId: string, id: string): Promise<void> {
    const number = /^\d{1,15}$/.test(id) ? Number(id) : 0;
    const deleted = await this.#store.transact({ account: accountId }, ({ revocations }) =>
      revocations.delete(accountId, number),
    );
    if (!deleted) throw errors.noSuchRevocation();
  }

  /** Deletes the revocation with exactly these conditions. */
  async deleteExactly(accountId: string, revocation: Revocation): Promise<void> {
    await this.#store.transact({ account: accountId }, async ({ revocations }) => {
      const known = await revocations.find(accountId, revocation);
      if (known === undefined || known.issuedBefore !== revocation.issuedBefore) {
        throw errors.noSuchRevocation();
      }
      await revocations.delete(accountId, known.id);
    });
  }
}
