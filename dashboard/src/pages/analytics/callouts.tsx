import { Alert, Anchor, Code } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { Link } from 'wouter';
import { pageOf } from '../../addresses.ts';
import type { AnalyticsCounts } from '../../api/types.ts';
import { IconAlertTriangle } from '../../frame/icons.ts';
import { useAccount } from '../../session.ts';

/** The tag of generated events; see src/sample/demo-traffic.ts. */
const DEMO_TAG = 'demo-traffic';

/** What to know about the figures before reading them. */
export function Callouts({ counts }: { readonly counts: AnalyticsCounts }) {
  const account = useAccount();
  return (
    <>
      {!counts.recorded && (
        <Alert
          color="yellow"
          variant="light"
          title="Analytics are turned off"
          icon={<IconAlertTriangle size={18} stroke={1.6} />}
        >
          Searches and clicks in this account are not recorded. To record them, turn analytics on in the{' '}
          <Anchor
            component={Link}
            href={pageOf.account(account.id, 'log-settings')}
            inherit
            underline="always"
          >
            log settings
          </Anchor>
          .
        </Alert>
      )}
      {counts.tags.includes(DEMO_TAG) && (
        <Alert variant="light" icon={<IconInfoCircle size={18} stroke={1.6} />} title="Demo traffic">
          This sample engine was created with made-up searches and clicks. They have the tag{' '}
          <Code>{DEMO_TAG}</Code>.
        </Alert>
      )}
    </>
  );
}
