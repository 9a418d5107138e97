import { Button, Group, Text } from '@mantine/core';
import { counted } from '../../parts/numbers.ts';
import styles from './logs.module.css';

interface Props {
  readonly count: number;
  readonly onShow: () => void;
}

/** Says that there are newer entries, instead of moving the list. */
export const NewEntries = ({ count, onShow }: Props) => (
  <div role="status">
    {count > 0 && (
      <Group justify="space-between" gap="sm" className={styles.newer}>
        <Text size="sm">{counted(count, 'new entry', 'new entries')}</Text>
        <Button size="compact-sm" variant="default" onClick={onShow}>
          Show
        </Button>
      </Group>
    )}
  </div>
);
