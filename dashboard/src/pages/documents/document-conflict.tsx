import { Badge, Button, Group, Modal, Stack, Text } from '@mantine/core';
import styles from './document-conflict.module.css';
import { conflictsOf, type DocumentJson, type FieldConflict } from './document-edit.ts';

interface Props {
  /** The document when editing started; null if it did not exist. */
  readonly base: DocumentJson | null;
  /** The current document; null if it was deleted. */
  readonly theirs: DocumentJson | null;
  readonly mine: DocumentJson;
  readonly busy: boolean;
  readonly onOverwrite: () => void;
  /** Continues editing with both changes merged. */
  readonly onTakeBoth: () => void;
  readonly onTakeTheirs: () => void;
  readonly onClose: () => void;
}

/** Shows an edit conflict field by field. Nothing is saved without a decision. */
export function DocumentConflict(props: Props) {
  const { base, theirs, mine, busy, onOverwrite, onTakeBoth, onTakeTheirs, onClose } = props;
  return (
    <Modal opened onClose={onClose} size="lg" title="This document was changed by someone else">
      <Stack>
        <Text size="sm">
          {theirs === null
            ? 'Someone deleted this document after you opened it. Nothing was saved.'
            : 'Someone changed this document after you opened it. Nothing was saved. These fields differ:'}
        </Text>
        {theirs !== null && (
          <ul className={styles.fields}>
            {conflictsOf(base, theirs, mine).map((field) => (
              <Field key={field.name} field={field} />
            ))}
          </ul>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onTakeTheirs}>
            Discard mine
          </Button>
          <Button variant="default" loading={busy} onClick={onOverwrite}>
            {theirs === null ? 'Save mine as a new document' : 'Overwrite'}
          </Button>
          {theirs !== null && (
            <Button onClick={onTakeBoth} data-autofocus>
              Merge (mine wins)
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

const Field = ({ field }: { readonly field: FieldConflict }) => (
  <li className={styles.field}>
    <Group gap="xs" mb={6}>
      <Text span size="sm" fw={600} ff="monospace">
        {field.name}
      </Text>
      <Badge
        size="sm"
        variant="light"
        tt="none"
        color={field.changedByThem && field.changedByMe ? 'red' : 'gray'}
      >
        {field.changedByThem ? (field.changedByMe ? 'changed by both' : 'changed by them') : 'changed by you'}
      </Badge>
    </Group>
    <dl className={styles.sides}>
      <dt>Current</dt>
      <dd>{written(field.theirs)}</dd>
      <dt>Yours</dt>
      <dd>{written(field.mine)}</dd>
    </dl>
  </li>
);

const written = (value: unknown): string =>
  value === undefined ? 'not set' : JSON.stringify(value, null, 1);
