import type { Role } from '../store/dashboard-port.ts';

/** In ascending order of permissions. */
export const ROLES: readonly Role[] = ['analyst', 'editor', 'owner'];

export const isRole = (value: unknown): value is Role => (ROLES as readonly unknown[]).includes(value);

/** Whether `role` has at least the permissions of `least`. */
export const isAtLeast = (role: Role, least: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(least);
