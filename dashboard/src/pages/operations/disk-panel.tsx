import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { DiskFacts } from '../../api/types.ts';
import { Facts } from '../../parts/facts.tsx';
import { bytes } from '../../parts/numbers.ts';
import { Panel } from '../../parts/panel.tsx';

const sizeOf = (value: number | null): string => (value === null ? 'Stored elsewhere' : bytes(value));

/** The data folder of the node that answers. */
export function DiskPanel({ disk }: { readonly disk: DiskFacts | null }) {
  if (disk === null) {
    return (
      <Panel title="Disk">
        <Text size="sm">This node stores nothing on disk: data and search index are stored elsewhere.</Text>
      </Panel>
    );
  }
  const { free, total } = disk;
  const facts: Record<string, ReactNode> = {
    'Data folder': <code>{disk.folder}</code>,
    Data: sizeOf(disk.store),
    'Analytics and logs': sizeOf(disk.events),
    'Search index': sizeOf(disk.index),
    'Free space': free === null || total === null ? 'Unknown' : `${bytes(free)} of ${bytes(total)}`,
  };
  return (
    <Panel title="Disk">
      <Facts facts={facts} />
    </Panel>
  );
}
