import { Button, Group, Stack, Text } from '@mantine/core';
import { ErrorBox } from '../../parts/error-box.tsx';
import styles from './curations.module.css';

interface Props {
  readonly isNew: boolean;
  readonly isChanged: boolean;
  readonly isBusy: boolean;
  readonly messages: readonly string[];
  readonly onSave: () => void;
  readonly onDiscard: () => void;
}

/** A sticky bar for unsaved changes. */
export const SaveBar = ({ isNew, isChanged, isBusy, messages, onSave, onDiscard }: Props) => (
  // Always rendered, so that screen readers announce its content.
  <div role="status" className={isChanged ? styles.bar : undefined}>
    {isChanged && (
      <Stack gap="sm">
        <ErrorBox messages={messages} />
        <Group justify="space-between" gap="sm">
          <Text size="sm" fw={550}>
            {isNew ? 'Not created yet' : 'Unsaved changes'}
          </Text>
          <Group gap="xs">
            <Button variant="default" onClick={() => onDiscard()}>
              Discard
            </Button>
            <Button loading={isBusy} onClick={() => onSave()}>
              {isNew ? 'Create' : 'Save'}
            </Button>
          </Group>
        </Group>
      </Stack>
    )}
  </div>
);
