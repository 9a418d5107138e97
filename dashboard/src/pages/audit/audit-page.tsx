import { Code, Table, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { routeOf } from '../../addresses.ts';
import { auditQuery } from '../../api/queries.ts';
import type { AuditItem } from '../../api/types.ts';
import { Page } from '../../frame/page.tsx';
import { PageSkeleton } from '../../frame/page-skeleton.tsx';
import { useAddressPage } from '../../parts/address-state.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorBox } from '../../parts/error-box.tsx';
import { Pages } from '../../parts/pages.tsx';
import { Panel } from '../../parts/panel.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { useAccount, useSession } from '../../session.ts';
import { sentenceFor } from './sentences.ts';

export function AuditPage() {
  const account = useAccount();
  const { person } = useSession();
  const [page, setPage] = useAddressPage();
  const { data, error } = useQuery({ ...auditQuery(account.id, page), placeholderData: keepPreviousData });
  return (
    <Page
      title="Audit"
      shows={{ path: routeOf.account(account.id, 'audit') }}
      intro={`Who changed what in ${account.name}${person.first_owner ? ', and who signed in' : ''}. Values and secrets are never recorded.`}
    >
      <ErrorBox error={error} />
      {data === undefined && error === null && <PageSkeleton />}
      {data?.meta.page.total_results === 0 && (
        <EmptyState icon={IconHistory} title="No changes yet">
          Changes are listed here, newest first.
        </EmptyState>
      )}
      {data !== undefined && data.meta.page.total_results > 0 && (
        <>
          <AuditEntries items={data.results} />
          <Pages
            page={page}
            pages={data.meta.page.total_pages}
            total={data.meta.page.total_results}
            unit="entry"
            units="entries"
            onChange={setPage}
          />
        </>
      )}
    </Page>
  );
}

const AuditEntries = ({ items }: { readonly items: readonly AuditItem[] }) => (
  <Panel flush>
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={{ base: 112, sm: 150 }}>When</Table.Th>
          <Table.Th>What</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map((item) => (
          <Table.Tr key={item.id}>
            <Table.Td>
              <RelativeTime at={item.at} />
            </Table.Td>
            <Table.Td>
              <Text span size="sm" fw={550}>
                {item.person}
              </Text>{' '}
              {sentenceFor(item)}{' '}
              {item.subject !== '' && item.subject !== item.person && <Code>{item.subject}</Code>}
              {item.detail !== '' && (
                <Text size="xs" c="dimmed" mt={2}>
                  {item.detail}
                </Text>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Panel>
);
