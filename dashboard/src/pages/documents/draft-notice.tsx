import { Alert, Button, Group, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { forgetDraft, keptDraft } from '../../parts/draft.ts';
import { focusTitle } from '../../parts/focus-title.ts';
import { useAccount, useEngineName } from '../../session.ts';
import { ABSENT, draftName, type EditDraft, isEdited } from './edit-draft.ts';

interface Props {
  readonly id: string;
  /** The version that the page shows; undefined if the document does not exist. */
  readonly version: string | undefined;
  readonly onContinue: () => void;
}

/** Says that there is an unsaved draft of the document, which "Edit" would open. */
export function DraftNotice({ id, version = ABSENT, onContinue }: Props) {
  const account = useAccount();
  const engine = useEngineName();
  const name = draftName(account.id, engine, id);
  const [draft, setDraft] = useState(() => keptDraft<EditDraft>(name));
  if (draft === undefined || !isEdited(id, draft)) return null;
  return (
    <Alert variant="light" color="yellow" role="status" icon={<IconPencil size={18} stroke={1.6} />} py="xs">
      <Group justify="space-between" gap="sm">
        <Text size="sm" style={{ flex: '1 1 16rem' }}>
          You have an unsaved draft of this document.
          {draft.version !== version && ' The document has changed since you started editing.'}
        </Text>
        <Group gap={6} wrap="nowrap">
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            onClick={() => {
              forgetDraft(name);
              setDraft(undefined);
              focusTitle();
            }}
          >
            Discard
          </Button>
          <Button variant="light" size="compact-sm" onClick={onContinue}>
            Continue editing
          </Button>
        </Group>
      </Group>
    </Alert>
  );
}
