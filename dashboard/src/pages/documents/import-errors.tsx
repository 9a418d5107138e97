import { Button, Group, Table, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { CurrentImport } from '../../imports/current-import.ts';
import { errorsAsCsv, rejectedAsNdjson } from '../../imports/error-download.ts';
import { number } from '../../parts/numbers.ts';
import { Pages } from '../../parts/pages.tsx';
import { Panel } from '../../parts/panel.tsx';
import { download } from './download.ts';
import styles from './import.module.css';

const SHOWN = 20;

/** Rejected documents with the reasons. */
export function ImportErrors({ current: { errors, fileName } }: { readonly current: CurrentImport }) {
  const [page, setPage] = useState(1);
  const { count } = errors;
  // Requests run concurrently, so errors may arrive out of order.
  const kept = errors.kept.toSorted((one, other) => one.number - other.number);
  const pages = Math.ceil(kept.length / SHOWN);
  const name = fileName.replace(/\.[^.]*$/, '');
  return (
    <Panel
      title="Not imported"
      intro="Line numbers refer to the original file. The CSV file has this list, the NDJSON file the rejected documents, to correct and import them."
      actions={
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={15} />}
            onClick={() => download(`${name} errors.csv`, 'text/csv', errorsAsCsv(kept))}
          >
            CSV
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={15} />}
            onClick={() =>
              download(`${name} rejected.ndjson`, 'application/x-ndjson', rejectedAsNdjson(kept))
            }
          >
            NDJSON
          </Button>
        </Group>
      }
      flush
    >
      <Table className={styles.columns}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={100} ta="right">
              Line
            </Table.Th>
            <Table.Th w="30%" visibleFrom="sm">
              Id
            </Table.Th>
            <Table.Th>Reason</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {kept
            .slice((page - 1) * SHOWN, page * SHOWN)
            .map(({ number: position, line, id, errors: messages }) => (
              <Table.Tr key={position}>
                <Table.Td ta="right" className={styles.line}>
                  {number(line)}
                </Table.Td>
                <Table.Td visibleFrom="sm">{id}</Table.Td>
                <Table.Td>
                  <ul className={styles.messages}>
                    {messages.map((message) => (
                      <li key={message}>{message}</li>
                    ))}
                  </ul>
                  {id !== '' && (
                    <Text size="xs" c="dimmed" hiddenFrom="sm">
                      {id}
                    </Text>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
      <Text component="div" p="md">
        <Pages page={page} pages={pages} total={kept.length} unit="error" onChange={setPage} />
        {count > kept.length && (
          <Text size="sm" c="dimmed" mt="xs">
            {number(count)} in total; only the first {number(kept.length)} are listed.
          </Text>
        )}
      </Text>
    </Panel>
  );
}
