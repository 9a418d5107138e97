import { limits } from '../limits.ts';
import type { AuditRecord, PersonRecord } from '../store/dashboard-port.ts';
import type { Page, PageRange, Store, StoreWriter } from '../store/port.ts';
import type { AuditAction, AuditItem } from './types.ts';

/** Counted entries with the same subject are combined within this time, in milliseconds: an import is thousands of writes. */
const COMBINE_WITHIN = 600_000;
/** Maximum length of a subject or detail, in characters. */
const MAX_LENGTH = 500;

/** What was done. Names only: never a key's value, a password or document content. */
export interface AuditedAction {
  readonly action: AuditAction;
  readonly subject: string;
  readonly detail?: string;
  /** How many items; 1 if left out. Entries with a count are combined. */
  readonly count?: number;
}

/** Who did it, in which account; null for actions that concern the whole instance. */
export interface Actor {
  /** Null for the command line. The id is null for someone who is not signed in. */
  readonly person: { readonly id: PersonRecord['id'] | null; readonly name: string } | null;
  readonly accountId: string | null;
}

const cut = (text: string): string => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text);

/** Writes an audit entry within the transaction of the action itself. */
export async function recordAction(
  tx: StoreWriter,
  { person, accountId }: Actor,
  action: AuditedAction,
): Promise<void> {
  const at = Date.now();
  const line = {
    accountId,
    personId: person?.id ?? null,
    person: person?.name ?? 'command line',
    action: action.action,
    subject: cut(action.subject),
    detail: cut(action.detail ?? ''),
    count: action.count ?? 1,
    at,
  };
  if (action.count !== undefined && (await tx.audit.addTo(line, at - COMBINE_WITHIN))) return;
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

/** The audit log: who changed what. */
export class Audit {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Newest first; the first owner also sees entries that concern the whole instance. */
  page(accountId: string, reader: PersonRecord, range: PageRange): Promise<Page<AuditRecord>> {
    return this.#store.audit.page(accountId, reader.isFirst, range);
  }

  /** Records an action that is already complete. */
  record(actor: Actor, action: AuditedAction): Promise<void> {
    return this.#store.transact(actor.accountId === null ? 'instance' : { account: actor.accountId }, (tx) =>
      recordAction(tx, actor, action),
    );
  }
}
