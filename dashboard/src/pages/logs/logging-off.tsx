import { Alert, Anchor } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import { Link } from 'wouter';
import { pageOf } from '../../addresses.ts';
import { counted } from '../../parts/numbers.ts';
import { useAccount } from '../../session.ts';

/** Says that nothing is recorded, and where that can be changed. */
export function LoggingOff({ days }: { readonly days: number }) {
  const account = useAccount();
  return (
    <Alert
      color="yellow"
      variant="light"
      title="API logging is off"
      icon={<IconPlayerPause size={18} stroke={1.6} />}
    >
      New requests are not recorded. Existing entries stay until they are {counted(days, 'day')} old.{' '}
      <Anchor component={Link} href={pageOf.account(account.id, 'log-settings')} inherit underline="always">
        {account.may('editor') ? 'Turn it on in the log settings' : 'View the log settings'}
      </Anchor>
    </Alert>
  );
}
