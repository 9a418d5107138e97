import { Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconStarOff } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import type { CuratedDocuments } from './curated-documents.ts';
import type { CurationEdit } from './curation-edit.ts';
import styles from './curations.module.css';
import { DocumentName } from './document-name.tsx';
import { useDragOrder } from './drag-order.ts';
import { RowButton } from './row-button.tsx';

interface Props {
  readonly edit: CurationEdit;
  readonly documents: CuratedDocuments;
}

/** The promoted documents, ordered with the mouse or the keyboard. */
export function PromotedList({ edit, documents }: Props) {
  const { promoted, mayChange } = edit;
  const { titleOf, missing } = documents;
  const move = (id: string, to: number): void => {
    const isSame = Math.max(0, Math.min(to, promoted.length - 1)) === promoted.indexOf(id);
    if (!isSame) edit.move(id, titleOf(id), to);
  };
  const drag = useDragOrder(promoted, move);
  if (promoted.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No promoted documents.
      </Text>
    );
  }
  return (
    <ol className={styles.rows}>
      {promoted.map((id, at) => {
        const title = titleOf(id);
        const onKeyDown = (event: KeyboardEvent): void => {
          const to = targetOf(event.key, at, promoted.length);
          if (to === undefined) return;
          event.preventDefault();
          move(id, to);
        };
        return (
          <li
            key={id}
            className={styles.row}
            data-dragged={drag.dragged === id || undefined}
            data-gap={gapMark(drag.gap, at, promoted.length)}
            {...(mayChange && drag.item(at))}
          >
            {mayChange && (
              <span className={styles.grip} aria-hidden="true" title="Drag to reorder" {...drag.handle(id)}>
                <IconGripVertical size={16} stroke={1.6} />
              </span>
            )}
            <Text size="sm" c="dimmed" className="numbers">
              {at + 1}
            </Text>
            <DocumentName id={id} title={title} isMissing={missing.has(id)} />
            {mayChange && (
              <span className={styles.buttons}>
                <RowButton
                  icon={IconArrowUp}
                  label="Move up"
                  title={title}
                  inactive={at === 0}
                  onClick={() => move(id, at - 1)}
                  onKeyDown={onKeyDown}
                />
                <RowButton
                  icon={IconArrowDown}
                  label="Move down"
                  title={title}
                  inactive={at === promoted.length - 1}
                  onClick={() => move(id, at + 1)}
                  onKeyDown={onKeyDown}
                />
                <RowButton
                  icon={IconStarOff}
                  label="Stop promoting"
                  title={title}
                  onClick={() => edit.release(id, title)}
                />
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** Where a key moves the document at a position; undefined for other keys. */
function targetOf(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowUp') return at - 1;
  if (key === 'ArrowDown') return at + 1;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

/** On which side of an item a line shows where the dragged one would go. */
function gapMark(gap: number | null, at: number, count: number): 'before' | 'after' | undefined {
  if (gap === at) return 'before';
  return gap === count && at === count - 1 ? 'after' : undefined;
}
