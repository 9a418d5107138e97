import { Button, Group, Text } from '@mantine/core';
import { counted } from '../../parts/numbers.ts';
import styles from './pending-bar.module.css';
import type { PendingTypes } from './pending-types.ts';

interface Props {
  readonly pending: PendingTypes;
  readonly isReindexing: boolean;
  readonly onReview: () => void;
}

/** A sticky bar for unsaved type changes. */
export function PendingBar({ pending, isReindexing, onReview }: Props) {
  const { choices, drop } = pending;
  return (
    // Always rendered, so that screen readers announce its content.
    <div role="status" className={choices.length > 0 ? styles.bar : undefined}>
      {choices.length > 0 && (
        <Group justify="space-between" gap="sm">
          <div>
            <Text size="sm" fw={550}>
              {counted(choices.length, 'unsaved type change')}
            </Text>
            {isReindexing && (
              <Text size="sm" c="dimmed">
                The engine is reindexing. You can save when it has finished.
              </Text>
            )}
          </div>
          <Group gap="xs">
            <Button variant="default" onClick={drop}>
              Discard
            </Button>
            <Button disabled={isReindexing} onClick={onReview}>
              Preview changes
            </Button>
          </Group>
        </Group>
      )}
    </div>
  );
}
