import { errors } from '../errors.ts';
import { limits } from '../limits.ts';
import type { LinkRecord, PersonRecord, Role } from '../store/dashboard-port.ts';
import type { AccountRecord, Store, StoreWriter } from '../store/port.ts';
import { recordAction } from './audit.ts';
import { linkPath, type OneTimeLinks } from './one-time-links.ts';
import { hashPassword } from './password-hash.ts';
import { insertPerson } from './people.ts';
import type { NewPerson } from './person-request.ts';
import type { InvitationItem, LinkFacts, NewInvitation } from './types.ts';

const moment = (ms: number | null): string => new Date(ms ?? 0).toISOString();

const invitationJson = (link: LinkRecord): InvitationItem => ({
  id: link.id,
  email: link.email,
  role: link.role ?? 'analyst',
  invited_by: link.madeBy,
  created_at: moment(link.createdAt),
  expires_at: moment(link.expiresAt),
});

/** Invitations to an account, as one-time links. */
export class Invitations {
  readonly #store: Store;
  readonly #links: OneTimeLinks;

  constructor(store: Store, links: OneTimeLinks) {
    this.#store = store;
    this.#links = links;
  }

  async list(account: AccountRecord): Promise<readonly InvitationItem[]> {
    return (await this.#store.links.openInvitations(account.id)).map(invitationJson);
  }

  async create(
    account: AccountRecord,
    me: PersonRecord,
    role: Role,
    email: string | null,
  ): Promise<NewInvitation> {
    return this.#store.transact('instance', async (tx) => {
      const { link, token } = await this.#links.create(tx, 'invitation', {
        accountId: account.id,
        role,
        email,
        madeBy: me.name,
        expiresAt: Date.now() + limits.invitationLife,
      });
      const action = { action: 'person.invited', subject: email ?? '', detail: role } as const;
      await recordAction(tx, { person: me, accountId: account.id }, action);
      return { ...invitationJson(link), path: linkPath('invitation', token) };
    });
  }

  async withdraw(account: AccountRecord, me: PersonRecord, id: string): Promise<void> {
    await this.#store.transact('instance', async (tx) => {
      const open = await tx.links.openInvitations(account.id);
      const link = open.find((invitation) => invitation.id === id);
      if (link === undefined) throw errors.noSuchInvitation();
      await tx.links.deleteInvitation(account.id, id);
      const action = {
        action: 'invitation.withdrawn',
        subject: link.email ?? '',
        detail: link.role ?? '',
      } as const;
      await recordAction(tx, { person: me, accountId: account.id }, action);
    });
  }

  /** The purpose of a link. */
  async inspect(token: unknown): Promise<LinkFacts> {
    const link = await this.#links.find(this.#store, token, 'setup', 'reset', 'invitation');
    if (link.purpose === 'setup') return { purpose: 'setup' };
    if (link.purpose === 'reset') {
      const person = await this.#store.people.byId(link.personId ?? '');
      if (person === undefined) throw errors.linkUnknown();
      return { purpose: 'reset', name: person.name };
    }
    const { role, invited_by, email, expires_at } = invitationJson(link);
    const account = await accountOf(this.#store, link);
    return { purpose: 'invitation', account: account.name, role, invited_by, email, expires_at };
  }

  /** Accepts an invitation as a new person. */
  async acceptAsNew(token: unknown, parse: () => NewPerson): Promise<PersonRecord> {
    await this.#links.find(this.#store, token, 'invitation');
    const asked = parse();
    const hash = await hashPassword(asked.password);
    return this.#store.transact('instance', async (tx) => {
      const person = await insertPerson(tx, asked, hash, false);
      await this.#join(tx, token, person);
      return person;
    });
  }

  /** Accepts an invitation as an existing person. */
  acceptAs(person: PersonRecord, token: unknown): Promise<void> {
    return this.#store.transact('instance', (tx) => this.#join(tx, token, person));
  }

  async #join(tx: StoreWriter, token: unknown, person: PersonRecord): Promise<void> {
    const link = await this.#links.use(tx, token, 'invitation');
    const account = await accountOf(tx, link);
    if (person.isFirst || (await tx.people.member(account.id, person.id))) throw errors.memberAlready();
    const role = link.role ?? 'analyst';
    await tx.people.putMember({ accountId: account.id, personId: person.id, role });
    await recordAction(
      tx,
      { person, accountId: account.id },
      { action: 'person.joined', subject: person.name, detail: role },
    );
  }
}

async function accountOf(store: Pick<Store, 'accounts'>, link: LinkRecord): Promise<AccountRecord> {
  const account = (await store.accounts.list()).find(({ id }) => id === link.accountId);
  if (account === undefined) throw errors.linkUnknown();
  return account;
}
