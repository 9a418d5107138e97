import { limits } from '../limits.ts';
import type { AuditRecord, PersonRecord } from '../store/dashboard-port.ts';
import type { Page, Store, StoreWriter, Window } from '../store/port.ts';
import type { AuditAction, AuditItem } from './types.ts';

/** Lines about the same thing within this time become one: an import is thousands of writes. In milliseconds. */
const TOGETHER = 600_000;
/** Characters of a subject or detail. */
const LONGEST = 500;

/** What was done. Names only: no value of a key, no password, no content of a document. */
export interface Deed {
  readonly action: AuditAction;
  readonly subject: string;
  readonly detail?: string;
  /** How many things; 1 if left out. With a count lines are put together. */
  readonly count?: number;
}

/** Who did it, and where; no account for what concerns the instance as a whole. */
export interface Doer {
  readonly person: Pick<PersonRecord, 'id' | 'name'> | null;
  readonly accountId: string | null;
}

const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** Writes a line within the transaction of the deed itself. */
export async function note(tx: StoreWriter, { person, accountId }: Doer, deed: Deed): Promise<void> {
  const at = Date.now();
  const line = {
    accountId,
    personId: person?.id ?? null,
    person: person?.name ?? 'command line',
    action: deed.action,
    subject: cut(deed.subject),
    detail: cut(deed.detail ?? ''),
    count: deed.count ?? 1,
    at,
  };
  if (deed.count !== undefined && (await tx.audit.addTo(line, at - TOGETHER))) return;
  await tx.audit.insert(line);
  await tx.audit.prune(limits.auditLines);
}

export const auditJson = (line: AuditRecord): AuditItem => ({
  id: line.number,
  at: new Date(line.at).toISOString(),
  person: line.person,
  action: line.action as AuditAction,
  subject: line.subject,
  detail: line.detail,
  count: line.count,
});

/** Who changed what. */
export class Audit {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Newest first; the first owner also sees what concerns the instance as a whole. */
  page(accountId: string, reader: PersonRecord, window: Window): Promise<Page<AuditRecord>> {
    return this.#store.audit.page(accountId, reader.isFirst, window);
  }

  /** Notes a deed that is done already. */
  record(doer: Doer, deed: Deed): Promise<void> {
    return this.#store.transact(doer.accountId === null ? 'instance' : { account: doer.accountId }, (tx) =>
      note(tx, doer, deed),
    );
  }
}
