import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { counted } from '../../parts/numbers.ts';
import type { CurationEdit } from './curation-edit.ts';

interface Props {
  readonly edit: CurationEdit;
  /** Ids of documents that do not exist. */
  readonly missing: ReadonlySet<string>;
}

/** Says that some documents of the curation no longer exist. */
export function MissingDocuments({ edit, missing }: Props) {
  const count = [...edit.promoted, ...edit.hidden].filter((id) => missing.has(id)).length;
  if (count === 0) return null;
  return (
    <Alert
      color="yellow"
      variant="light"
      title={`${counted(count, 'document')} not found`}
      icon={<IconAlertTriangle size={18} stroke={1.6} />}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          Searches skip documents that no longer exist. Remove them to save other changes.
        </Text>
        {edit.mayChange && (
          <Button variant="default" size="xs" onClick={() => edit.leaveOut(missing)}>
            Remove missing documents
          </Button>
        )}
      </Group>
    </Alert>
  );
}
