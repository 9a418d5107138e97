import { Button, Group, Modal, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ApiError } from '../api/errors.ts';
import { CodeBlock } from './code-block.tsx';

interface Props {
  /** The error of the write (`isConflict(error)`); null closes the dialog. */
  readonly conflict: ApiError | null;
  /** The value that this person wanted to save. */
  readonly mine: unknown;
  /** Saves again, over the current version. */
  readonly onOverwrite: (version: string | null) => void;
  /** Discards this person's change and shows the current value. */
  readonly onTakeTheirs: () => void;
  readonly onClose: () => void;
  /** Formats a value; indented JSON by default. */
  readonly show?: (value: unknown) => string;
  readonly busy?: boolean;
  /** For pages with a step before saving. */
  readonly overwriteLabel?: string;
}

const asJson = (value: unknown): string => JSON.stringify(value, null, 2) ?? '';

/** Shows both versions after an edit conflict. Nothing is overwritten without a decision. */
export function ConflictDialog({
  conflict,
  mine,
  onOverwrite,
  onTakeTheirs,
  onClose,
  show = asJson,
  busy = false,
  overwriteLabel = 'Overwrite',
}: Props) {
  const gone = conflict?.current === null;
  return (
    <Modal opened={conflict !== null} onClose={onClose} size="xl" title="Someone else saved first">
      {conflict !== null && (
        <Stack>
          {conflict.messages.map((message) => (
            <Text size="sm" key={message}>
              {message}
            </Text>
          ))}
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <div>
              <Text size="sm" fw={600} mb={4}>
                Current
              </Text>
              {gone ? (
                <Text size="sm" c="dimmed">
                  Deleted.
                </Text>
              ) : (
                <CodeBlock code={show(conflict.current)} label="current version" wrap maxHeight={320} />
              )}
            </div>
            <div>
              <Text size="sm" fw={600} mb={4}>
                Yours
              </Text>
              <CodeBlock code={show(mine)} label="your version" wrap maxHeight={320} />
            </div>
          </SimpleGrid>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Keep editing
            </Button>
            <Button variant="default" onClick={onTakeTheirs}>
              Discard mine
            </Button>
            <Button loading={busy} onClick={() => onOverwrite(conflict.version)}>
              {overwriteLabel}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
