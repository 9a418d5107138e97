import { Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';

interface Props {
  readonly isOpen: boolean;
  /** The number of fields that are filtered by. */
  readonly active: number;
  readonly onToggle: () => void;
}

/** Opens and closes the filter panel; the filters stay in force. */
export const FilterButton = ({ isOpen, active, onToggle }: Props) => (
  <Button
    variant={isOpen || active > 0 ? 'light' : 'default'}
    leftSection={<IconFilter size={16} stroke={1.6} />}
    aria-expanded={isOpen}
    onClick={onToggle}
    style={{ flexShrink: 0 }}
  >
    {isOpen ? 'Hide filters' : active > 0 ? `Filters (${active})` : 'Filter'}
  </Button>
);
