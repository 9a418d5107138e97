import { Select, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { routeOf } from '../../addresses.ts';
import { call } from '../../api/client.ts';
import type { PersonItem, Role } from '../../api/types.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { notify } from '../../parts/notify.ts';
import { ROLE_NAMES, useAccount } from '../../session.ts';
import { ROLES, roleOptions } from './roles.ts';

interface Props {
  readonly person: PersonItem;
  readonly onChanged: () => unknown;
}

/** Changes a role; the server refuses if someone else has changed it. To make someone an owner needs a confirmation. */
export function RoleSelect({ person, onChanged }: Props) {
  const account = useAccount();
  const [isPromoting, setIsPromoting] = useState(false);
  const change = useMutation({
    mutationFn: (role: Role) =>
      call('PATCH', routeOf.account(account.id, 'people', person.id), {
        body: { role },
        ifMatch: person.version,
      }),
    onSuccess: (_, role) => notify.done(`${person.name} now has the ${ROLE_NAMES[role]} role.`),
    onError: notify.failed,
    onSettled: onChanged,
  });
  if (person.first_owner || person.me) return <Text size="sm">{ROLE_NAMES[person.role]}</Text>;
  return (
    <>
      <Select
        aria-label={`Role of ${person.name}`}
        size="xs"
        w={120}
        data={roleOptions}
        allowDeselect={false}
        value={change.isPending ? change.variables : person.role}
        disabled={change.isPending}
        comboboxProps={{ width: 280, position: 'bottom-start' }}
        renderOption={({ option }) => (
          <div>
            <Text size="sm">{option.label}</Text>
            <Text size="xs" c="dimmed">
              {ROLES.find(({ role }) => role === option.value)?.may}
            </Text>
          </div>
        )}
        onChange={(role) => {
          if (role === 'owner') setIsPromoting(person.role !== 'owner');
          else if (role !== null && role !== person.role) change.mutate(role as Role);
        }}
      />
      <Confirm
        opened={isPromoting}
        title={`Make ${person.name} an owner?`}
        button="Make owner"
        confirm={async () => change.mutate('owner')}
        onClose={() => setIsPromoting(false)}
      >
        Owners can do everything in {account.name}: see and change all keys, and change or remove people, you
        included.
      </Confirm>
    </>
  );
}
