import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useCallback } from 'react';
import { Page } from '../../frame/page.tsx';
import { usePageAction } from '../../frame/page-actions.ts';
import { useAddressFlag } from '../../parts/address-state.ts';
import { useSession } from '../../session.ts';
import { AccountTable } from './account-table.tsx';
import { CreateAccount } from './create-account.tsx';

export function AccountsPage() {
  const { person, accounts, default_account: here } = useSession();
  const [creating, setCreating] = useAddressFlag('create');
  const mayCreate = person.first_owner;
  usePageAction(
    'Create an account',
    useCallback(() => setCreating(true), [setCreating]),
    mayCreate,
  );
  return (
    <Page
      title="Accounts"
      shows={{ path: '/session' }}
      intro="Each account has its own engines, keys and people, isolated from the others."
      actions={
        mayCreate && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
            Create an account
          </Button>
        )
      }
    >
      <AccountTable accounts={accounts} here={here} />
      {mayCreate && <CreateAccount opened={creating} onClose={() => setCreating(false)} />}
    </Page>
  );
}
