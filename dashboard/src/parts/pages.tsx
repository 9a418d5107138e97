import { Group, Pagination, Text } from '@mantine/core';
import { counted } from './numbers.ts';

interface Props {
  readonly page: number;
  readonly pages: number;
  readonly total: number;
  /** The unit in the singular: `engine`. */
  readonly unit: string;
  /** An irregular plural. */
  readonly units?: string;
  readonly onChange: (page: number) => void;
}

/** The total and the pagination. */
export const Pages = ({ page, pages, total, unit, units, onChange }: Props) => (
  <Group justify="space-between" gap="sm">
    <Text size="sm" c="dimmed">
      {counted(total, unit, units)}
    </Text>
    {pages > 1 && (
      <Pagination
        size="sm"
        value={Math.min(page, pages)}
        total={pages}
        onChange={onChange}
        siblings={1}
        boundaries={1}
        getControlProps={(control) => ({ 'aria-label': `${control} page` })}
        getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
      />
    )}
  </Group>
);
