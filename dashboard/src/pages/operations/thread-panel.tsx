import { Badge, Table, Text } from '@mantine/core';
import type { ThreadItem } from '../../api/types.ts';
import { number } from '../../parts/numbers.ts';
import { Panel } from '../../parts/panel.tsx';

const STATES = {
  busy: { label: 'Busy', color: 'lichen' },
  idle: { label: 'Idle', color: 'gray' },
  stopped: { label: 'Not running', color: 'gray' },
} as const;

/** By the name without the number at its end. */
const PURPOSES: Readonly<Record<string, string>> = {
  'store writer': 'Writes to the database',
  'event writer': 'Stores searches, clicks and API requests',
  'event reader': 'Computes analytics and API logs',
  worker: 'Runs expensive searches and renders large pages',
  parser: 'Parses large request bodies',
  builder: 'Builds the search index',
  merger: 'Merges segments of the search index',
  backup: 'Makes scheduled backups',
};

export const ThreadPanel = ({ threads }: { readonly threads: readonly ThreadItem[] }) => (
  <Panel
    title="Threads"
    intro="Besides the main thread. They start on demand, and most of them end when they are idle."
    flush
  >
    <Table verticalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Name</Table.Th>
          <Table.Th visibleFrom="sm">Purpose</Table.Th>
          <Table.Th>State</Table.Th>
          <Table.Th visibleFrom="sm" ta="right">
            Pending calls
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {threads.map(({ name, state, calls }) => (
          <Table.Tr key={name}>
            <Table.Td>
              <code>{name}</code>
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <Text size="sm">{PURPOSES[name.replace(/-\d+$/, '')]}</Text>
            </Table.Td>
            <Table.Td>
              <Badge color={STATES[state].color} variant="light" size="sm" tt="none">
                {STATES[state].label}
              </Badge>
            </Table.Td>
            <Table.Td visibleFrom="sm" ta="right">
              {number(calls)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Panel>
);
