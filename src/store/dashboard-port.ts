import type { Page, PageRange } from './page.ts';

// The part of the store for the dashboard: people, sessions, one-time links, audit lines, unconfirmed fields.

export type Role = 'owner' | 'editor' | 'analyst';

export interface PersonRecord {
  readonly id: string;
  readonly name: string;
  /** The name in the form in which names are compared; unique. */
  readonly nameKey: string;
  readonly email: string | null;
  readonly emailKey: string | null;
  /** A salted hash with its parameters. */
  readonly password: string;
  /** The first owner, who is an owner of every account. There is at most one. */
  readonly isFirst: boolean;
  readonly createdAt: number;
  readonly seenAt: number | null;
}
/** A person's membership in an account. */
export interface MemberRecord {
  readonly accountId: string;
  readonly personId: string;
  readonly role: Role;
}
export interface PersonReader {
  byId(id: string): Promise<PersonRecord | undefined>;
  /** By the key of the name or of the email address. */
  byLogin(key: string): Promise<PersonRecord | undefined>;
  first(): Promise<PersonRecord | undefined>;
  member(accountId: string, personId: string): Promise<MemberRecord | undefined>;
  /** Ascending by name, in byte order; the first owner only with a membership of their own. */
  membersOf(accountId: string): Promise<ReadonlyArray<MemberRecord & { readonly person: PersonRecord }>>;
  membershipsOf(personId: string): Promise<readonly MemberRecord[]>;
}
/** The names that a person signs in with. */
export type PersonNames = Pick<PersonRecord, 'name' | 'nameKey' | 'email' | 'emailKey'>;
export interface PersonWriter {
  insert(person: PersonRecord): Promise<void>;
  setNames(id: string, names: PersonNames): Promise<void>;
  setPassword(id: string, password: string): Promise<void>;
  setSeen(id: string, at: number): Promise<void>;
  /** Deletes the person with all memberships and sessions. */
  delete(id: string): Promise<void>;
  /** Adds a membership or changes its role. */
  putMember(member: MemberRecord): Promise<void>;
  deleteMember(accountId: string, personId: string): Promise<boolean>;
}

export interface SessionRecord {
  readonly id: string;
  readonly personId: string;
  /** Keyed hash of the cookie's value. */
  readonly lookup: string;
  readonly userAgent: string;
  readonly address: string;
  readonly createdAt: number;
  readonly seenAt: number;
}
export interface SessionReader {
  byLookup(lookup: string): Promise<SessionRecord | undefined>;
  /** Most recently used first. */
  ofPerson(personId: string): Promise<readonly SessionRecord[]>;
}
export interface SessionWriter {
  insert(session: SessionRecord): Promise<void>;
  setSeen(id: string, at: number): Promise<void>;
  delete(personId: string, id: string): Promise<boolean>;
  /** Deletes all sessions of a person, except one if it is named. */
  deleteAll(personId: string, except?: string): Promise<void>;
  /** Deletes sessions that were last used before a time. */
  deleteUnused(before: number): Promise<void>;
}

export type LinkPurpose = 'setup' | 'invitation' | 'reset';
/** A link that can be used once. */
export interface LinkRecord {
  readonly id: string;
  readonly purpose: LinkPurpose;
  /** Keyed hash of its token. */
  readonly lookup: string;
  /** Invitations: account, role and email address. */
  readonly accountId: string | null;
  readonly role: Role | null;
  readonly email: string | null;
  /** Password resets: the person. */
  readonly personId: string | null;
  /** The name of the person who created it. */
  readonly madeBy: string;
  readonly createdAt: number;
  /** Null for links that are valid until the next one is created. */
  readonly expiresAt: number | null;
  readonly usedAt: number | null;
}
export interface LinkReader {
  byLookup(lookup: string): Promise<LinkRecord | undefined>;
  /** Unused invitations to an account, newest first. */
  openInvitations(accountId: string): Promise<readonly LinkRecord[]>;
}
export interface LinkWriter {
  insert(link: LinkRecord): Promise<void>;
  use(id: string, at: number): Promise<void>;
  /** Deletes unused links of a purpose, of one person if one is named. */
  deleteUnused(purpose: LinkPurpose, personId?: string): Promise<void>;
  deleteInvitation(accountId: string, id: string): Promise<boolean>;
  /** Deletes links that were used or expired before a time. */
  forget(before: number): Promise<void>;
}

/** One line of the audit log. Has names, never values. */
export interface AuditRecord {
  readonly number: number;
  /** Null for actions on the instance as a whole. */
  readonly accountId: string | null;
  /** Null for the command line. */
  readonly personId: string | null;
  /** The name at that time. */
  readonly person: string;
  readonly action: string;
  readonly subject: string;
  readonly detail: string;
  readonly count: number;
  readonly at: number;
}
export type NewAudit = Omit<AuditRecord, 'number'>;
export interface AuditReader {
  /** Newest first: lines of the account, with `andInstance` also those of the instance. */
  page(accountId: string, andInstance: boolean, range: PageRange): Promise<Page<AuditRecord>>;
}
export interface AuditWriter {
  insert(line: NewAudit): Promise<void>;
  /**
   * Adds to the newest line if it has the same account, person, action, subject and detail and is no older than
   * `since`; false otherwise.
   */
  addTo(line: NewAudit, since: number): Promise<boolean>;
  /** Deletes all lines but the newest `kept`. */
  prune(kept: number): Promise<void>;
}

/** A field that a document added and nobody has confirmed. */
export interface UnconfirmedField {
  readonly name: string;
  readonly addedAt: number;
}
export interface UnconfirmedReader {
  /** In order of addition. */
  of(engineId: number): Promise<readonly UnconfirmedField[]>;
}
export interface UnconfirmedWriter {
  add(engineId: number, names: readonly string[], at: number): Promise<void>;
  /** Removes these names from the list, or all of them. */
  confirm(engineId: number, names?: readonly string[]): Promise<void>;
}

export interface DashboardReaders {
  readonly people: PersonReader;
  readonly sessions: SessionReader;
  readonly links: LinkReader;
  readonly audit: AuditReader;
  readonly unconfirmed: UnconfirmedReader;
}
export interface DashboardWriters {
  readonly people: PersonReader & PersonWriter;
  readonly sessions: SessionReader & SessionWriter;
  readonly links: LinkReader & LinkWriter;
  readonly audit: AuditReader & AuditWriter;
  readonly unconfirmed: UnconfirmedReader & UnconfirmedWriter;
}
