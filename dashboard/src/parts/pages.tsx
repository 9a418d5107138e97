import { Group, Text } from '@mantine/core';
import { counted } from './numbers.ts';
import { PageNumbers } from './page-numbers.tsx';

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
    <PageNumbers page={page} pages={pages} onChange={onChange} />
  </Group>
);
