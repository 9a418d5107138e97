import { Text } from '@mantine/core';
import { DocumentName } from '../curations/document-name.tsx';
import { GradeField } from './grade-field.tsx';
import type { JudgementEdit } from './judgement-edit.ts';
import styles from './judgements.module.css';

export interface RatedDocument {
  readonly id: string;
  readonly title: string;
  readonly isMissing?: boolean;
}

interface Props {
  /** The name of the list, for screen readers. */
  readonly label: string;
  readonly documents: readonly RatedDocument[];
  /** Whether the documents are numbered, as results are. */
  readonly isRanked?: boolean;
  /** Whether newer documents are being loaded. */
  readonly isOld?: boolean;
  readonly edit: JudgementEdit;
}

/** Documents with their grades. */
export function RatedList({ label, documents, isRanked = false, isOld = false, edit }: Props) {
  const List = isRanked ? 'ol' : 'ul';
  return (
    <List
      className={styles.rows}
      aria-label={label}
      aria-busy={isOld}
      data-old={isOld || undefined}
      data-ranked={isRanked || undefined}
    >
      {documents.map(({ id, title, isMissing = false }, at) => (
        <li key={id} className={styles.row}>
          {isRanked && (
            <Text size="sm" c="dimmed" className="numbers">
              {at + 1}
            </Text>
          )}
          <DocumentName id={id} title={title} isMissing={isMissing} note={edit.noteOf(id)} />
          <GradeField id={id} title={title} edit={edit} />
        </li>
      ))}
    </List>
  );
}
