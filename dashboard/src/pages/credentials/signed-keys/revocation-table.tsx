import { ActionIcon, Table, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Panel } from '../../../parts/panel.tsx';
import { RelativeTime } from '../../../parts/relative-time.tsx';
import { conditionsOf } from './revocation-text.ts';
import type { Revocation } from './revocations-query.ts';

interface Props {
  readonly revocations: readonly Revocation[];
  readonly onDelete: (revocation: Revocation) => void;
}

export const RevocationTable = ({ revocations, onDelete }: Props) => (
  <Panel title="Revoked" intro="Tokens to which all conditions of a line apply are refused." flush>
    <Table aria-label="Revocations">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Conditions</Table.Th>
          <Table.Th visibleFrom="sm" w={160}>
            Since
          </Table.Th>
          <Table.Th w={72}>
            <VisuallyHidden>Actions</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {revocations.map((revocation) => {
          const conditions = conditionsOf(revocation);
          return (
            <Table.Tr key={revocation.id}>
              <Table.Td>
                {conditions.map((condition) => (
                  <Text key={condition} size="sm">
                    <bdi>{condition}</bdi>
                  </Text>
                ))}
              </Table.Td>
              <Table.Td visibleFrom="sm">
                <RelativeTime at={revocation.created_at} />
              </Table.Td>
              <Table.Td>
                <Tooltip label="Delete">
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Delete the revocation of ${conditions.join(', ')}`}
                    onClick={() => onDelete(revocation)}
                  >
                    <IconTrash size={16} stroke={1.6} />
                  </ActionIcon>
                </Tooltip>
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  </Panel>
);
