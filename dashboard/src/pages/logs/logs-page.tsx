import { Anchor, Stack, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { Link, useLocation } from 'wouter';
import { pageOf } from '../../addresses.ts';
import { messagesOf } from '../../api/errors.ts';
import { EnginePage } from '../../frame/engine-page.tsx';
import { usePageAction } from '../../frame/page-actions.ts';
import { PageSkeleton } from '../../frame/page-skeleton.tsx';
import { ErrorBox } from '../../parts/error-box.tsx';
import { counted } from '../../parts/numbers.ts';
import { Pages } from '../../parts/pages.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import { logSettingsQuery } from '../log-settings/log-settings-query.ts';
import { EntryDrawer } from './entry-drawer.tsx';
import { FilterBar } from './filter-bar.tsx';
import { isFiltered, lastPage, NO_FILTERS, useLogAddress } from './log-address.ts';
import { logBody, logPath } from './log-query.ts';
import { LogTable } from './log-table.tsx';
import { useLogView } from './log-view.ts';
import { LoggingOff } from './logging-off.tsx';
import { NewEntries } from './new-entries.tsx';
import { NoEntries } from './no-entries.tsx';

const ABOUT_DATE = /^Filters date/;

export function LogsPage() {
  const account = useAccount();
  const engine = useEngineName();
  const [path] = useLocation();
  const address = useLogAddress();
  const { filters, page, live, filter, follow, turn, open } = address;
  const { list, isOld, error, newer, catchUp } = useLogView(address);
  const settings = useQuery(logSettingsQuery(account.id)).data?.data;
  const entries = list?.results ?? [];
  const { total_pages: pages = 0, total_results: total = 0 } = list?.meta.page ?? {};
  const problem = messagesOf(error).find((message) => ABOUT_DATE.test(message));
  usePageAction(
    live ? 'Stop following new requests' : 'Follow new requests',
    useCallback(() => follow(!live), [follow, live]),
  );
  const showNewer = (): void => {
    catchUp();
    if (page !== 1) turn(1);
  };
  return (
    <EnginePage
      title="API logs"
      shows={{ method: 'POST', path: logPath(account.id, engine), body: logBody(filters) }}
      intro={
        <>
          Requests to this engine with an API key, newest first
          {settings !== undefined && `, kept for ${counted(settings.api.retention_days, 'day')}`}.{' '}
          <Anchor
            component={Link}
            href={pageOf.account(account.id, 'log-settings')}
            inherit
            underline="always"
          >
            Log settings
          </Anchor>
        </>
      }
      actions={
        <Switch
          label="Live"
          checked={live}
          onChange={(event) => follow(event.currentTarget.checked)}
          title="Show new requests as they arrive"
        />
      }
    >
      {settings?.api.enabled === false && <LoggingOff days={settings.api.retention_days} />}
      <FilterBar
        filters={filters}
        onChange={filter}
        keys={entries.map(({ key_name }) => key_name)}
        problem={problem}
      />
      {problem === undefined && <ErrorBox error={error} />}
      <Stack gap="sm">
        <NewEntries count={live ? 0 : newer} onShow={showNewer} />
        {list === undefined && error === null && <PageSkeleton />}
        {list !== undefined && total === 0 && !isOld && (
          <NoEntries isFiltered={isFiltered(filters)} onClear={() => filter(NO_FILTERS)} />
        )}
        {total > 0 && (
          <>
            <LogTable entries={entries} isOld={isOld} hrefOf={({ id }) => path + address.searchWith(id)} />
            <Pages
              page={page}
              pages={lastPage(pages)}
              total={total}
              unit="entry"
              units="entries"
              onChange={turn}
            />
          </>
        )}
      </Stack>
      <EntryDrawer
        id={address.entry}
        onClose={() => open('')}
        onKey={(key) => filter({ ...NO_FILTERS, key })}
      />
    </EnginePage>
  );
}
