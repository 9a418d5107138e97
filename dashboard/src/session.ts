import { useSuspenseQuery } from '@tanstack/react-query';
import { accountQuery, sessionQuery } from './api/queries.ts';
import type { AccountFacts, Me, Role, SessionState } from './api/types.ts';
import { useCurrentRoute, useParam } from './frame/current-route.tsx';

const ORDER: readonly Role[] = ['analyst', 'editor', 'owner'];

/** Whether `role` has at least the permissions of `least`. */
export const reaches = (role: Role, least: Role): boolean => ORDER.indexOf(role) >= ORDER.indexOf(least);

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  editor: 'Editor',
  analyst: 'Analyst',
};

/** The signed-in person and their accounts. Only for components inside the frame. */
export function useSession(): SessionState & { readonly person: Me } {
  const { data } = useSuspenseQuery(sessionQuery);
  if (data.person === null) throw new Error('Not signed in.');
  return { ...data, person: data.person };
}

/** The account of the current URL. */
export interface CurrentAccount {
  /** Its host identifier, which is part of URLs. */
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** Whether the person has at least this role: `account.may('editor')`. */
  may(least: Role): boolean;
}

export function useAccount(): CurrentAccount {
  const account = useAccountIfAny();
  if (account === undefined) throw new Error('This page does not belong to an account.');
  return account;
}

export function useAccountIfAny(): CurrentAccount | undefined {
  const { params } = useCurrentRoute();
  const { accounts } = useSession();
  const option = accounts.find((known) => known.host_identifier === params.account);
  if (option === undefined) return undefined;
  const { role, name } = option;
  return { id: option.host_identifier, name, role, may: (least) => reaches(role, least) };
}

/** The engine of the current URL. */
export const useEngineName = (): string => useParam('engine');

/** Endpoint and names of keys, for snippets. */
export function useAccountFacts(): AccountFacts {
  return useSuspenseQuery(accountQuery(useAccount().id)).data;
}
