import { Text } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import type { CuratedDocuments } from './curated-documents.ts';
import type { CurationEdit } from './curation-edit.ts';
import styles from './curations.module.css';
import { DocumentName } from './document-name.tsx';
import { RowButton } from './row-button.tsx';

interface Props {
  readonly edit: CurationEdit;
  readonly documents: CuratedDocuments;
}

/** The hidden documents, with buttons that restore them. */
export function HiddenList({ edit: { hidden, mayChange, release }, documents: { titleOf, missing } }: Props) {
  if (hidden.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No hidden documents.
      </Text>
    );
  }
  return (
    <ul className={styles.rows}>
      {hidden.map((id) => (
        <li key={id} className={styles.row}>
          <DocumentName id={id} title={titleOf(id)} isMissing={missing.has(id)} />
          {mayChange && (
            <span className={styles.buttons}>
              <RowButton
                icon={IconEye}
                label="Restore"
                title={titleOf(id)}
                onClick={() => release(id, titleOf(id))}
              />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
