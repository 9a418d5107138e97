import type { Caller } from '../api/caller.ts';
import type { PersonRecord, Role } from '../store/dashboard-port.ts';
import type { AccountRecord } from '../store/port.ts';
import { isAtLeast } from './roles.ts';

/** The caller that represents a person. The gate has already checked the role. */
export const sessionCaller = (person: PersonRecord, account: AccountRecord, role: Role): Caller => ({
  account,
  kind: 'person',
  keyName: person.name,
  read: true,
  write: isAtLeast(role, 'editor'),
  engines: null,
  restrictions: null,
  rateLimit: null,
});
