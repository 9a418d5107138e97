import { Anchor, Text } from '@mantine/core';
import { Link } from 'wouter';
import { pageOf } from '../../addresses.ts';
import { Panel } from '../../parts/panel.tsx';
import { ROLE_NAMES, useAccount } from '../../session.ts';

/** Explains why this person cannot see keys. */
export function OwnersOnly() {
  const account = useAccount();
  return (
    <Panel title="Only owners can see keys">
      <Text size="sm" maw={640}>
        Your role in “{account.name}” is {ROLE_NAMES[account.role]}. A key gives anyone who has it anonymous
        access to the data, so only owners can view, create and change keys. Ask an owner for the key that
        your program needs.
      </Text>
      <Text size="sm" mt="sm" maw={640}>
        If you have a signed search key, you can{' '}
        <Anchor component={Link} href={pageOf.account(account.id, 'credentials', 'signed-keys')} inherit>
          search with it
        </Anchor>{' '}
        and see what it hides.
      </Text>
    </Panel>
  );
}
