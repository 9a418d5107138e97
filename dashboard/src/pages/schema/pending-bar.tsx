import { Button, Group, Text } from '@mantine/core';
import { counted } from '../../parts/numbers.ts';
import styles from './pending-bar.module.css';
import type { PendingTypes } from './pending-types.ts';

interface Props {
  readonly pending: PendingTypes;
  readonly isReindexing: boolean;
  readonly onReview: () => void;
}

/** Keeps unsaved choices in sight, with the way on and the way back. */
export function PendingBar({ pending, isReindexing, onReview }: Props) {
  const { choices, drop } = pending;
  return (
    // Always there, so that screen readers notice when something appears in it.
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
