import { Button, Table, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useAddressPage } from '../../parts/address-state.ts';
import { ErrorBox } from '../../parts/error-box.tsx';
import { Pages } from '../../parts/pages.tsx';
import { Panel } from '../../parts/panel.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import { versionsQuery } from './configuration-query.ts';

/** The versions of the configuration, newest first. */
export function VersionTable({ onOpen }: { readonly onOpen: (version: string) => void }) {
  const [page, setPage] = useAddressPage();
  const { data, error } = useQuery({
    ...versionsQuery(useAccount().id, useEngineName(), page),
    placeholderData: keepPreviousData,
  });
  const { total_pages: pages = 0, total_results: total = 0 } = data?.meta.page ?? {};
  return (
    <Panel
      title="History"
      intro="Every change of schema, settings, synonyms and curations is a version."
      flush
    >
      <ErrorBox error={error} />
      {data !== undefined && total === 0 ? (
        <Text size="sm" c="dimmed" p="md">
          There are no changes yet.
        </Text>
      ) : (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Version</Table.Th>
              <Table.Th>By</Table.Th>
              <Table.Th>When</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {(data?.results ?? []).map(({ version, author, created_at: at }) => (
              <Table.Tr key={version}>
                <Table.Td>
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-label={`Show version ${version}`}
                    onClick={() => onOpen(String(version))}
                  >
                    {version}
                  </Button>
                </Table.Td>
                <Table.Td>
                  <bdi>{author}</bdi>
                </Table.Td>
                <Table.Td>
                  <RelativeTime at={at} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {pages > 1 && (
        <Text component="div" p="md">
          <Pages page={page} pages={pages} total={total} unit="version" onChange={setPage} />
        </Text>
      )}
    </Panel>
  );
}
