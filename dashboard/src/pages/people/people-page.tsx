import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { routeOf } from '../../addresses.ts';
import { peopleQuery } from '../../api/queries.ts';
import { Page } from '../../frame/page.tsx';
import { usePageAction } from '../../frame/page-actions.ts';
import { useAddressFlag } from '../../parts/address-state.ts';
import { useAccount } from '../../session.ts';
import { InvitationTable } from './invitation-table.tsx';
import { InvitePerson } from './invite-person.tsx';
import { PersonTable } from './person-table.tsx';

export function PeoplePage() {
  const account = useAccount();
  const { results, invitations } = useSuspenseQuery(peopleQuery(account.id)).data;
  const [inviting, setInviting] = useAddressFlag('invite');
  usePageAction(
    'Invite a person',
    useCallback(() => setInviting(true), [setInviting]),
  );
  return (
    <Page
      title="People"
      shows={{ path: routeOf.account(account.id, 'people') }}
      intro={`People with access to “${account.name}”, and their roles.`}
      actions={
        <Button leftSection={<IconUserPlus size={16} />} onClick={() => setInviting(true)}>
          Invite a person
        </Button>
      }
    >
      <PersonTable people={results} />
      {invitations.length > 0 && <InvitationTable invitations={invitations} />}
      <InvitePerson opened={inviting} onClose={() => setInviting(false)} />
    </Page>
  );
}
