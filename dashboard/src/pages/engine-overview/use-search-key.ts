import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccount, useAccountFacts } from '../../session.ts';
import { keyQuery } from '../credentials/keys-query.ts';

export interface SearchKey {
  /** Whether the person may see the value, and there is one. */
  readonly mayShow: boolean;
  readonly isShown: boolean;
  readonly show: (isShown: boolean) => void;
  /** Undefined while it is hidden or loading. */
  readonly value: string | undefined;
  readonly error: Error | null;
}

/** The value of the account's search key, read only on request. Not in the URL, so that no link reveals it. */
export function useSearchKey(): SearchKey {
  const account = useAccount();
  const name = useAccountFacts().keys.search;
  const [isShown, show] = useState(false);
  const mayShow = account.may('owner') && name !== null;
  const enabled = mayShow && isShown;
  const { data, error } = useQuery({ ...keyQuery(account.id, name ?? ''), enabled });
  return {
    mayShow,
    isShown,
    show,
    value: enabled ? data?.data.key : undefined,
    error: enabled ? error : null,
  };
}
