import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Page } from '../../frame/page.tsx';
import { PageSkeleton } from '../../frame/page-skeleton.tsx';
import { ErrorBox } from '../../parts/error-box.tsx';
import { Facts } from '../../parts/facts.tsx';
import { counted } from '../../parts/numbers.ts';
import { Panel } from '../../parts/panel.tsx';
import { useAccount } from '../../session.ts';
import { LogSettingsForm } from './log-settings-form.tsx';
import { type LogSettings, logSettingsPath, logSettingsQuery } from './log-settings-query.ts';

export function LogSettingsPage() {
  const account = useAccount();
  // Fresh when the form opens, and no refetch while it is open; conflicts are detected on save.
  const seen = useQuery({
    ...logSettingsQuery(account.id),
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const isReady = seen.data !== undefined && seen.isFetchedAfterMount;
  return (
    <Page
      title="Log settings"
      shows={{ path: logSettingsPath(account.id) }}
      intro={`What is recorded of the engines of ${account.name}, and for how long it is kept.`}
    >
      <ErrorBox error={seen.error} />
      {!isReady && seen.error === null && <PageSkeleton />}
      {isReady && account.may('editor') && <LogSettingsForm seen={seen.data} />}
      {isReady && !account.may('editor') && <ReadOnly settings={seen.data.data} />}
    </Page>
  );
}

const ReadOnly = ({ settings: { api, analytics } }: { readonly settings: LogSettings }) => (
  <Panel>
    <Facts facts={{ 'API logs': stateOf(api), Analytics: stateOf(analytics) }} />
    <Text size="sm" c="dimmed" mt="md">
      Editors and owners can change these settings.
    </Text>
  </Panel>
);

const stateOf = ({ enabled, retention_days: days }: LogSettings['api']): string =>
  `${enabled ? 'On' : 'Off'}, kept for ${counted(days, 'day')}`;
