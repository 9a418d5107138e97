import type { Role } from '../store/dashboard-port.ts';

/** From the least to the most. */
export const ROLES: readonly Role[] = ['analyst', 'editor', 'owner'];

export const isRole = (value: unknown): value is Role => (ROLES as readonly unknown[]).includes(value);

/** Whether a role is at least another. */
export const isAtLeast = (role: Role, least: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(least);
