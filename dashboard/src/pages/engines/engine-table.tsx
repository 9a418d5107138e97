import { Table, VisuallyHidden } from '@mantine/core';
import type { EngineItem } from '../../api/types.ts';
import { Panel } from '../../parts/panel.tsx';
import type { EngineOrder, OrderKey } from './engine-order.ts';
import { EngineRow } from './engine-row.tsx';
import { SortHeader } from './sort-header.tsx';

interface Props {
  readonly engines: readonly EngineItem[];
  readonly order: EngineOrder;
  readonly onSort: (column: OrderKey) => void;
  readonly onDelete: ((name: string) => void) | undefined;
}

/** Engines with their counts and sizes. */
export function EngineTable({ engines, order, onSort, onDelete }: Props) {
  const sorting = { order, onSort };
  return (
    <Panel flush>
      <Table highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <SortHeader column="name" label="Name" {...sorting} />
            <SortHeader column="documents" label="Documents" ta="right" {...sorting} />
            <SortHeader column="fields" label="Fields" ta="right" visibleFrom="sm" {...sorting} />
            <SortHeader column="size" label="Size" ta="right" visibleFrom="sm" {...sorting} />
            <Table.Th visibleFrom="lg">Language</Table.Th>
            <SortHeader column="created" label="Created" visibleFrom="md" {...sorting} />
            <SortHeader column="changed" label="Last change" visibleFrom="sm" {...sorting} />
            {onDelete !== undefined && (
              <Table.Th w={60}>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {engines.map((engine) => (
            <EngineRow key={engine.name} engine={engine} onDelete={onDelete} />
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}
