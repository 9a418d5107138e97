import { Anchor, Button, Stack } from '@mantine/core';
import { IconFilterOff, IconListDetails } from '@tabler/icons-react';
import { Link } from 'wouter';
import { pageOf } from '../../addresses.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { curlOf } from '../../parts/curl.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useAccount, useAccountFacts, useEngineName } from '../../session.ts';

interface Props {
  /** Whether entries may be missing because of filters. */
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}

export function NoEntries({ isFiltered, onClear }: Props) {
  if (!isFiltered) return <FirstCall />;
  return (
    <EmptyState
      icon={IconFilterOff}
      title="No matching entries"
      actions={
        <Button variant="default" onClick={onClear}>
          Clear filters
        </Button>
      }
    >
      No request in the log matches these filters.
    </EmptyState>
  );
}

function FirstCall() {
  const account = useAccount();
  const engine = useEngineName();
  const { endpoint } = useAccountFacts();
  const address = `${endpoint}/api/as/v1/engines/${encodeURIComponent(engine)}/search`;
  const code = curlOf({ method: 'POST', address, body: { query: '' }, as: 'key' });
  return (
    <Stack>
      <EmptyState icon={IconListDetails} title="No API requests yet">
        Requests with an API key appear here within a second. Requests of the dashboard are not logged.
      </EmptyState>
      <Panel
        title="Send a request"
        intro={
          <>
            Set <code>FINDLING_KEY</code> to the value of a key from{' '}
            <Anchor
              component={Link}
              href={pageOf.account(account.id, 'credentials')}
              inherit
              underline="always"
            >
              Credentials
            </Anchor>
            .
          </>
        }
      >
        <CodeBlock code={code} label="first request with curl" />
      </Panel>
    </Stack>
  );
}
