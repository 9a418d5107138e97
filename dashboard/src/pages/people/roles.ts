import type { Role } from '../../api/types.ts';
import { ROLE_NAMES } from '../../session.ts';

/** What each role may do, in the order of their power. */
export const ROLES: ReadonlyArray<{ readonly role: Role; readonly may: string }> = [
  { role: 'owner', may: 'May do everything, keys and people included' },
  { role: 'editor', may: 'May change engines and their data, but sees no keys' },
  { role: 'analyst', may: 'May look at engines and search, and changes nothing' },
];

export const roleOptions = ROLES.map(({ role }) => ({ value: role, label: ROLE_NAMES[role] }));
