import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from 'wouter';

interface Props {
  /** What the row is about, for screen readers. */
  readonly title: string;
  /** The page to edit it on. */
  readonly address: string;
  readonly onDelete: () => void;
}

/** The actions of a row that has a page of its own. */
export const EditActions = ({ title, address, onDelete }: Props) => (
  <Group gap={2} wrap="nowrap" justify="flex-end">
    <Tooltip label="Edit">
      <ActionIcon component={Link} href={address} variant="subtle" color="gray" aria-label={`Edit ${title}`}>
        <IconPencil size={16} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
    <Tooltip label="Delete">
      <ActionIcon variant="subtle" color="gray" aria-label={`Delete ${title}`} onClick={onDelete}>
        <IconTrash size={16} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  </Group>
);
