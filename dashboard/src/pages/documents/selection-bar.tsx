import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { counted, number } from '../../parts/numbers.ts';
import { type Browsing, filterCount, type Schema } from './browsing.ts';
import { DeleteMatching } from './delete-matching.tsx';
import styles from './documents.module.css';
import { useDeletion } from './use-deletion.tsx';

interface Props {
  /** The selected documents. */
  readonly ids: readonly string[];
  /** Whether these are all documents on the page. */
  readonly isWholePage: boolean;
  /** The number of documents on all pages. */
  readonly results: number;
  readonly schema: Schema;
  readonly browsing: Browsing;
  readonly onClear: () => void;
}

/** What can be done with the selected documents. */
export function SelectionBar({ ids, isWholePage, results, schema, browsing, onClear }: Props) {
  const [isDeletingAll, setDeletingAll] = useState(false);
  const { ask, busy, dialog } = useDeletion(schema, onClear);
  // The API deletes by filter, not by query.
  const canDeleteAll =
    isWholePage && results > ids.length && browsing.query === '' && filterCount(browsing) > 0;
  return (
    <>
      {dialog}
      <DeleteMatching
        opened={isDeletingAll}
        schema={schema}
        browsing={browsing}
        onDone={onClear}
        onClose={() => setDeletingAll(false)}
      />
      {ids.length > 0 && (
        <div className={styles.picked}>
          <Text size="sm" role="status" style={{ flex: 1 }}>
            {counted(ids.length, 'document')} selected{' '}
          </Text>
          <Button variant="default" size="xs" onClick={onClear}>
            Clear selection
          </Button>
          {canDeleteAll && (
            <Button variant="light" color="red" size="xs" onClick={() => setDeletingAll(true)}>
              Delete all {number(results)} that match
            </Button>
          )}
          <Button color="red" size="xs" loading={busy} onClick={() => ask({ ids })}>
            Delete
          </Button>
        </div>
      )}
    </>
  );
}
