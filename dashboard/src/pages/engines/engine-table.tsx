import { ActionIcon, Anchor, Badge, Group, Table, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Link } from 'wouter';
import { pageOf } from '../../addresses.ts';
import type { EngineItem } from '../../api/types.ts';
import { languageName } from '../../parts/languages.ts';
import { bytes, counted, number } from '../../parts/numbers.ts';
import { Panel } from '../../parts/panel.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { useAccount } from '../../session.ts';

interface Props {
  readonly engines: readonly EngineItem[];
  readonly onDelete: ((name: string) => void) | undefined;
}

/** Engines with their counts and sizes. */
export function EngineTable({ engines, onDelete }: Props) {
  const account = useAccount();
  return (
    <Panel flush>
      <Table highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th ta="right">Documents</Table.Th>
            <Table.Th ta="right" visibleFrom="sm">
              Fields
            </Table.Th>
            <Table.Th ta="right" visibleFrom="sm">
              Size
            </Table.Th>
            <Table.Th visibleFrom="lg">Language</Table.Th>
            <Table.Th visibleFrom="sm">Last change</Table.Th>
            {onDelete !== undefined && (
              <Table.Th w={60}>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {engines.map((engine) => (
            <Table.Tr key={engine.name}>
              <Table.Td>
                <Group gap="xs">
                  <Anchor component={Link} href={pageOf.engine(account.id, engine.name)} fw={550} size="sm">
                    {engine.name}
                  </Anchor>
                  <Marks engine={engine} />
                </Group>
              </Table.Td>
              <Table.Td ta="right">{number(engine.document_count)}</Table.Td>
              <Table.Td ta="right" visibleFrom="sm">
                {number(engine.field_count)}
              </Table.Td>
              <Table.Td ta="right" visibleFrom="sm">
                {bytes(engine.document_bytes)}
              </Table.Td>
              <Table.Td visibleFrom="lg">{languageName(engine.language)}</Table.Td>
              <Table.Td visibleFrom="sm">
                <RelativeTime at={engine.changed_at} />
              </Table.Td>
              {onDelete !== undefined && (
                <Table.Td>
                  <Tooltip label="Delete">
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={`Delete ${engine.name}`}
                      onClick={() => onDelete(engine.name)}
                    >
                      <IconTrash size={16} stroke={1.6} />
                    </ActionIcon>
                  </Tooltip>
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}

/** Badges for meta engines, and for states that need attention. */
function Marks({ engine }: { readonly engine: EngineItem }) {
  return (
    <>
      {engine.type === 'meta' && (
        <Tooltip label={engine.source_engines.join(', ') || 'No source engines'}>
          <Badge variant="default" size="sm" tt="none">
            meta engine
          </Badge>
        </Tooltip>
      )}
      {engine.reindexing && (
        <Badge variant="light" size="sm" tt="none">
          reindexing
        </Badge>
      )}
      {engine.unconfirmed_count > 0 && (
        <Badge variant="light" color="yellow" size="sm" tt="none">
          {counted(engine.unconfirmed_count, 'new field')}
        </Badge>
      )}
    </>
  );
}
