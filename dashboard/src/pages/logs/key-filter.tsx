import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '../../api/queries.ts';
import { useAccount } from '../../session.ts';
import { allKeysQuery } from '../credentials/keys-query.ts';

interface Props {
  readonly value: string;
  /** Names of keys in the entries shown, which may have been deleted. */
  readonly seen: readonly string[];
  readonly onChange: (name: string) => void;
}

/** The name of a key. Only owners can list keys; others choose among those they have seen. */
export function KeyFilter({ value, seen, onChange }: Props) {
  const account = useAccount();
  const all = useQuery({ ...allKeysQuery(account.id), enabled: account.may('owner') });
  const facts = useQuery(accountQuery(account.id));
  const names = [
    ...(all.data ?? []).map(({ name }) => name),
    facts.data?.keys.search ?? '',
    facts.data?.keys.private ?? '',
    ...seen,
    value,
  ];
  return (
    <Select
      label="Key"
      placeholder="Any"
      searchable
      clearable
      nothingFoundMessage="No such key"
      data={[...new Set(names)].filter((name) => name !== '').toSorted()}
      value={value === '' ? null : value}
      onChange={(name) => onChange(name ?? '')}
    />
  );
}
