import { Anchor, Text } from '@mantine/core';
import { Link } from 'wouter';
import { pageOf } from '../../addresses.ts';
import { Panel } from '../../parts/panel.tsx';
import { ROLE_NAMES, useAccount } from '../../session.ts';

/** Why there are no keys to see for this person, and what to do instead. */
export function OwnersOnly() {
  const account = useAccount();
  return (
    <Panel title="Keys are shown to owners only">
      <Text size="sm" maw={640}>
        You are {ROLE_NAMES[account.role]} of {account.name}. The value of a key lets whoever has it into the
        data, from anywhere and without a name, so only owners see, make and change keys. Ask one of them for
        the key that your program needs.
      </Text>
      <Text size="sm" mt="sm" maw={640}>
        If somebody gave you a signed search key, you can{' '}
        <Anchor component={Link} href={pageOf.account(account.id, 'credentials', 'signed-keys')} inherit>
          search with it
        </Anchor>{' '}
        and see what it hides.
      </Text>
    </Panel>
  );
}
