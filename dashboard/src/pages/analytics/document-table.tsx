import { Anchor, Table, Text } from '@mantine/core';
import { Link } from 'wouter';
import { number } from '../../parts/numbers.ts';
import { useAccount, useEngineName } from '../../session.ts';
import { documentPage } from '../documents/document-address.ts';
import styles from './analytics.module.css';
import type { DocumentRow } from './analytics-queries.ts';
import { useTitles } from './document-titles.ts';

interface Props {
  readonly label: string;
  readonly rows: readonly DocumentRow[];
}

/** Clicked documents, with their titles where they have one. */
export function DocumentTable({ label, rows }: Props) {
  const account = useAccount();
  const engine = useEngineName();
  const titles = useTitles(rows.map(({ document_id }) => document_id));
  return (
    <Table aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Document</Table.Th>
          <Table.Th ta="right">Clicks</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ document_id: id, clicks }) => {
          const title = titles.get(id) ?? '';
          return (
            <Table.Tr key={id}>
              <Table.Td>
                <Anchor component={Link} href={documentPage(account.id, engine, id)} size="sm">
                  <bdi className={styles.long}>{title === '' ? id : title}</bdi>
                </Anchor>
                {title !== '' && (
                  <Text size="xs" c="dimmed" ff="monospace" className={styles.long} component="bdi">
                    {id}
                  </Text>
                )}
              </Table.Td>
              <Table.Td ta="right">{number(clicks)}</Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}
