import { createHash, randomBytes } from 'node:crypto';
import { texts } from '../error-texts.ts';
import { badInput, errors } from '../errors.ts';
import type { MemberRecord, PersonNames, PersonRecord, Role } from '../store/dashboard-port.ts';
import type { AccountRecord, Store, StoreWriter } from '../store/port.ts';
import { recordAction } from './audit.ts';
import type { OneTimeLinks } from './one-time-links.ts';
import { hashPassword } from './password-hash.ts';
import type { NewPerson } from './person-request.ts';
import type { Me, PersonItem } from './types.ts';
import { versionHash } from './versioned.ts';

/** The name of the first owner when the password comes from the settings. */
const PROVISIONED_NAME = 'owner';

/** Changes whenever the membership does. */
const versionOf = ({ accountId, personId, role }: MemberRecord): string =>
  createHash('sha256').update(`${accountId} ${personId} ${role}`).digest('base64url').slice(0, 16);

export const personJson = (member: MemberRecord, person: PersonRecord, me: PersonRecord): PersonItem => ({
  id: person.id,
  name: person.name,
  email: person.email,
  role: member.role,
  first_owner: person.isFirst,
  me: person.id === me.id,
  seen_at: person.seenAt === null ? null : new Date(person.seenAt).toISOString(),
  version: versionOf(member),
});

/** Changes whenever the name or the email address does. */
const profileVersion = ({ id, name, email }: PersonRecord): string => versionHash(id, name, email);

export const meJson = (person: PersonRecord): Me => ({
  id: person.id,
  name: person.name,
  email: person.email,
  first_owner: person.isFirst,
  version: profileVersion(person),
});

/** Throws if someone else has the name or the email address. */
async function checkNames(
  tx: StoreWriter,
  { nameKey, emailKey }: PersonNames,
  ownId?: string,
): Promise<void> {
  const isTaken = async (key: string): Promise<boolean> => {
    const holder = await tx.people.byLogin(key);
    return holder !== undefined && holder.id !== ownId;
  };
  const refusal = badInput({
    name: (await isTaken(nameKey)) ? [texts.personNameTaken] : [],
    email: emailKey !== null && (await isTaken(emailKey)) ? [texts.emailTaken] : [],
  });
  if (refusal !== undefined) throw refusal;
}

/** Creates a person within a transaction; throws if the name or email address is taken. */
export async function insertPerson(
  tx: StoreWriter,
  names: PersonNames,
  password: string,
  isFirst: boolean,
): Promise<PersonRecord> {
  const { name, nameKey, email, emailKey } = names;
  await checkNames(tx, names);
  const id = randomBytes(12).toString('hex');
  const createdAt = Date.now();
  const person = { id, name, nameKey, email, emailKey, password, isFirst, createdAt, seenAt: null };
  await tx.people.insert(person);
  return person;
}

/** People and their account memberships. The first owner is an implicit owner of every account. */
export class People {
  readonly #store: Store;
  readonly #links: OneTimeLinks;

  constructor(store: Store, links: OneTimeLinks) {
    this.#store = store;
    this.#links = links;
  }

  async needsSetup(): Promise<boolean> {
    return (await this.#store.people.first()) === undefined;
  }

  /**
   * Runs at every start. While there is no first owner, creates one with the password from the settings, or else creates
   * a set-up link and returns its token; set-up links of earlier starts stop working.
   */
  async prepare(password: string | undefined): Promise<string | undefined> {
    await this.#store.transact('instance', ({ links }) => links.forget(Date.now() - 30 * 86_400_000));
    if (!(await this.needsSetup())) return undefined;
    if (password === undefined) return this.newSetupLink();
    const hash = await hashPassword(password);
    await this.#store.transact('instance', async (tx) => {
      // Another node may have started at the same time.
      if (await tx.people.first()) return;
      const who = { name: PROVISIONED_NAME, nameKey: PROVISIONED_NAME, email: null, emailKey: null };
      const person = await insertPerson(tx, who, hash, true);
      await tx.links.deleteUnused('setup');
      await recordAction(tx, { person, accountId: null }, { action: 'person.set-up', subject: person.name });
    });
    return undefined;
  }

  /** The token of a new set-up link, which replaces the previous one. */
  newSetupLink(): Promise<string> {
    return this.#store.transact('instance', async (tx) => {
      if (await tx.people.first()) throw errors.setUpAlready();
      await tx.links.deleteUnused('setup');
      return (await this.#links.create(tx, 'setup')).token;
    });
  }

  /** Creates the first owner. */
  async setUp(token: unknown, parse: () => NewPerson): Promise<PersonRecord> {
    // Check the link first: without a valid one, reveal nothing about the input and hash nothing.
    await this.#links.find(this.#store, token, 'setup');
    const asked = parse();
    const hash = await hashPassword(asked.password);
    return this.#store.transact('instance', async (tx) => {
      await this.#links.use(tx, token, 'setup');
      if (await tx.people.first()) throw errors.setUpAlready();
      const person = await insertPerson(tx, asked, hash, true);
      await recordAction(tx, { person, accountId: null }, { action: 'person.set-up', subject: person.name });
      return person;
    });
  }

  /** Changes a person's own name and email address. `version`, if given, must be the current one. */
  async changeProfile(
    me: PersonRecord,
    asked: Partial<PersonNames>,
    version: string | undefined,
  ): Promise<PersonRecord> {
    return this.#store.transact('instance', async (tx) => {
      const before = await tx.people.byId(me.id);
      if (before === undefined) throw errors.noSuchPerson();
      const current = profileVersion(before);
      if (version !== undefined && version !== current) {
        throw errors.changedMeanwhile(meJson(before), current);
      }
      const { name, nameKey, email, emailKey } = { ...before, ...asked };
      const names: PersonNames = { name, nameKey, email, emailKey };
      const changes = [
        ...(name === before.name ? [] : [`name: ${before.name} → ${name}`]),
        ...(email === before.email ? [] : ['email address']),
      ];
      if (changes.length === 0) return before;
      await checkNames(tx, names, before.id);
      await tx.people.setNames(before.id, names);
      await recordAction(
        tx,
        { person: before, accountId: null },
        { action: 'profile.changed', subject: before.name, detail: changes.join(', ') },
      );
      return { ...before, ...names };
    });
  }

  /** The person's role in an account; undefined without a membership. */
  async roleIn(person: PersonRecord, account: AccountRecord): Promise<Role | undefined> {
    if (person.isFirst) return 'owner';
    return (await this.#store.people.member(account.id, person.id))?.role;
  }

  /** The accounts that a person has access to, sorted by name. */
  async accountsOf(
    person: PersonRecord,
  ): Promise<ReadonlyArray<{ readonly account: AccountRecord; readonly role: Role }>> {
    const roles = new Map(
      (await this.#store.people.membershipsOf(person.id)).map((it) => [it.accountId, it.role]),
    );
    return (await this.#store.accounts.list()).flatMap((account) => {
      const role = person.isFirst ? 'owner' : roles.get(account.id);
      return role === undefined ? [] : [{ account, role }];
    });
  }

  /** The first owner, then the members by name. */
  async list(account: AccountRecord, me: PersonRecord): Promise<readonly PersonItem[]> {
    const first = await this.#store.people.first();
    const members = (await this.#store.people.membersOf(account.id)).filter(({ person }) => !person.isFirst);
    const all = members.map(({ person, ...member }) => personJson(member, person, me));
    if (first === undefined) return all;
    return [personJson({ accountId: account.id, personId: first.id, role: 'owner' }, first, me), ...all];
  }

  /** Changes a person's role. `version`, if given, must be the current one. */
  async change(
    account: AccountRecord,
    me: PersonRecord,
    id: string,
    role: Role,
    version: string | undefined,
  ): Promise<PersonItem> {
    return this.#store.transact('instance', async (tx) => {
      const { member, person } = await this.#changeable(tx, account, me, id, version);
      const changed = { ...member, role };
      await tx.people.putMember(changed);
      const action = {
        action: 'person.changed',
        subject: person.name,
        detail: `${member.role} → ${role}`,
      } as const;
      await recordAction(tx, { person: me, accountId: account.id }, action);
      return personJson(changed, person, me);
    });
  }

  /** Removes a person from the account, and deletes a person who has no account left. */
  async remove(
    account: AccountRecord,
    me: PersonRecord,
    id: string,
    version: string | undefined,
  ): Promise<void> {
    await this.#store.transact('instance', async (tx) => {
      const { person } = await this.#changeable(tx, account, me, id, version);
      await tx.people.deleteMember(account.id, id);
      if ((await tx.people.membershipsOf(id)).length === 0) await tx.people.delete(id);
      await recordAction(
        tx,
        { person: me, accountId: account.id },
        { action: 'person.removed', subject: person.name },
      );
    });
  }

  /** The member to change; throws if `me` may not change them. */
  async #changeable(
    tx: StoreWriter,
    account: AccountRecord,
    me: PersonRecord,
    id: string,
    version: string | undefined,
  ): Promise<{ readonly member: MemberRecord; readonly person: PersonRecord }> {
    const person = await tx.people.byId(id);
    if (person?.isFirst) throw errors.firstOwnerStays();
    const member = person && (await tx.people.member(account.id, id));
    if (person === undefined || member === undefined) throw errors.noSuchPerson();
    if (id === me.id) throw errors.notOneself();
    const current = versionOf(member);
    if (version !== undefined && version !== current) {
      throw errors.changedMeanwhile(personJson(member, person, me), current);
    }
    return { member, person };
  }
}
