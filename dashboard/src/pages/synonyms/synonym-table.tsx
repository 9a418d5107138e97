import { ActionIcon, Group, Table, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconPencil, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Panel } from '../../parts/panel.tsx';
import styles from './synonyms.module.css';
import { inOneLine, type SynonymSet } from './synonyms-query.ts';

interface Props {
  readonly sets: readonly SynonymSet[];
  readonly mayChange: boolean;
  readonly onTry: (term: string) => void;
  readonly onEdit: (id: string) => void;
  readonly onDelete: (set: SynonymSet) => void;
}

export const SynonymTable = ({ sets, mayChange, onTry, onEdit, onDelete }: Props) => (
  <Panel flush>
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Terms</Table.Th>
          <Table.Th w={mayChange ? 124 : 60}>
            <VisuallyHidden>Actions</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {sets.map((set) => (
          <Table.Tr key={set.id}>
            <Table.Td>
              <div className={styles.set}>
                {set.synonyms.map((term) => (
                  <bdi key={term} className={styles.term}>
                    {term}
                  </bdi>
                ))}
              </div>
            </Table.Td>
            <Table.Td>
              <Group gap={2} wrap="nowrap" justify="flex-end">
                <Action label="Try" set={set} onClick={() => onTry(set.synonyms[0] ?? '')}>
                  <IconPlayerPlay size={16} stroke={1.6} />
                </Action>
                {mayChange && (
                  <>
                    <Action label="Edit" set={set} onClick={() => onEdit(set.id)}>
                      <IconPencil size={16} stroke={1.6} />
                    </Action>
                    <Action label="Delete" set={set} onClick={() => onDelete(set)}>
                      <IconTrash size={16} stroke={1.6} />
                    </Action>
                  </>
                )}
              </Group>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Panel>
);

interface ActionProps {
  readonly label: string;
  readonly set: SynonymSet;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

const Action = ({ label, set, onClick, children }: ActionProps) => (
  <Tooltip label={label}>
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={`${label} ${inOneLine(set.synonyms)}`}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  </Tooltip>
);
