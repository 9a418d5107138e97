import { Stack, Tabs } from '@mantine/core';
import { IconBan, IconSearch, IconSignature } from '@tabler/icons-react';
import { useState } from 'react';
import { routeOf } from '../../../addresses.ts';
import { Page } from '../../../frame/page.tsx';
import { useAddressState } from '../../../parts/address-state.ts';
import { useAccount } from '../../../session.ts';
import { KeyBuilder } from './key-builder.tsx';
import { KeyTester } from './key-tester.tsx';
import { Revocations } from './revocations.tsx';

export function SignedKeysPage() {
  const account = useAccount();
  const isOwner = account.may('owner');
  const [chosen, setTab] = useAddressState('tab', 'make');
  // Never in the URL: a token grants access, and URLs end up in logs and histories.
  const [token, setToken] = useState('');
  const tab = isOwner ? chosen : 'try';
  return (
    <Page
      title="Signed search keys"
      intro="A signed key lets a browser search within restrictions that you set, without revealing the key that signed it."
      shows={{ path: routeOf.api(account.id, isOwner ? 'credentials' : 'engines') }}
    >
      <Tabs value={tab} onChange={(next) => setTab(next ?? 'make')} keepMounted={false}>
        {isOwner && (
          <Tabs.List mb="lg">
            <Tabs.Tab value="make" leftSection={<IconSignature size={16} stroke={1.6} />}>
              Create
            </Tabs.Tab>
            <Tabs.Tab value="try" leftSection={<IconSearch size={16} stroke={1.6} />}>
              Inspect and test
            </Tabs.Tab>
            <Tabs.Tab value="revoked" leftSection={<IconBan size={16} stroke={1.6} />}>
              Revoke
            </Tabs.Tab>
          </Tabs.List>
        )}
        <Tabs.Panel value="make">
          <KeyBuilder
            onTry={(made) => {
              setToken(made);
              setTab('try');
            }}
          />
        </Tabs.Panel>
        <Tabs.Panel value="try">
          <Stack gap="lg">
            <KeyTester token={token} onToken={setToken} />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="revoked">
          <Revocations />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
