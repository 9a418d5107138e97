import { Stack } from '@mantine/core';
import { IconBan } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { isGone } from '../../../api/errors.ts';
import { PageSkeleton } from '../../../frame/page-skeleton.tsx';
import { useAddressPage } from '../../../parts/address-state.ts';
import { Confirm } from '../../../parts/confirm.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ErrorBox } from '../../../parts/error-box.tsx';
import { notify } from '../../../parts/notify.ts';
import { Pages } from '../../../parts/pages.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { useAccount } from '../../../session.ts';
import { RevocationForm } from './revocation-form.tsx';
import { RevocationTable } from './revocation-table.tsx';
import { conditionsOf } from './revocation-text.ts';
import {
  type Revocation,
  refreshRevocations,
  revocationsPath,
  revocationsQuery,
} from './revocations-query.ts';

/** The revocations of signed search keys: list, add, delete. */
export function Revocations() {
  const account = useAccount();
  const client = useQueryClient();
  const [page, setPage] = useAddressPage();
  const [doomed, setDoomed] = useState<Revocation | null>(null);
  const { data, error } = useQuery({
    ...revocationsQuery(account.id, page),
    placeholderData: keepPreviousData,
  });
  const { total_pages: pages = 0, total_results: total = 0 } = data?.meta.page ?? {};
  const remove = async (): Promise<void> => {
    try {
      await call('DELETE', revocationsPath(account.id, String(doomed?.id ?? '')));
    } catch (thrown) {
      // Someone else has already deleted it.
      if (!isGone(thrown)) throw thrown;
    }
  };
  return (
    <Stack gap="lg">
      <Panel
        title="Revoke signed search keys"
        intro="They are refused from the next request on. Fill in at least one of the first three fields; all that you fill in must apply."
      >
        <RevocationForm />
      </Panel>
      <ErrorBox error={error} />
      {data === undefined && error === null && <PageSkeleton />}
      {data !== undefined && total === 0 && (
        <EmptyState icon={IconBan} title="No revocations">
          Revoke tokens that are in the wrong hands, or whose user has left.
        </EmptyState>
      )}
      {total > 0 && (
        <>
          <RevocationTable revocations={data?.results ?? []} onDelete={setDoomed} />
          <Pages page={page} pages={pages} total={total} unit="revocation" onChange={setPage} />
        </>
      )}
      <Confirm
        opened={doomed !== null}
        title="Delete this revocation?"
        button="Delete"
        danger
        confirm={remove}
        onDone={() => {
          notify.done('Revocation deleted.');
          void refreshRevocations(client, account.id);
        }}
        onClose={() => setDoomed(null)}
      >
        Tokens that have not expired are accepted again:{' '}
        <bdi>{doomed === null ? '' : conditionsOf(doomed).join(', ')}</bdi>
      </Confirm>
    </Stack>
  );
}
