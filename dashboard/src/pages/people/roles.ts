import type { Role } from '../../api/types.ts';
import { ROLE_NAMES } from '../../session.ts';

/** The permissions of each role, in descending order. */
export const ROLES: ReadonlyArray<{ readonly role: Role; readonly may: string }> = [
  { role: 'owner', may: 'Full access, including keys and people' },
  { role: 'editor', may: 'Can change engines and their data, but cannot see keys' },
  { role: 'analyst', may: 'Can view and search engines, but cannot change anything' },
];

export const roleOptions = ROLES.map(({ role }) => ({ value: role, label: ROLE_NAMES[role] }));
