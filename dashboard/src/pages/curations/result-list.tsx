import { Text } from '@mantine/core';
import { IconEyeOff, IconStar } from '@tabler/icons-react';
import type { CurationEdit } from './curation-edit.ts';
import styles from './curations.module.css';
import { DocumentName } from './document-name.tsx';
import type { FoundDocument } from './organic-search.ts';
import { RowButton } from './row-button.tsx';

interface Props {
  /** The name of the list, for screen readers. */
  readonly label: string;
  readonly found: readonly FoundDocument[];
  readonly isOld: boolean;
  readonly edit: CurationEdit;
}

/** Results of a search, with buttons that promote and hide them. */
export const ResultList = ({ label, found, isOld, edit }: Props) => (
  <ol className={styles.rows} aria-label={label} aria-busy={isOld} data-old={isOld || undefined}>
    {found.map(({ id, title, score }, at) => {
      const position = edit.promoted.indexOf(id) + 1;
      const isHidden = edit.hidden.includes(id);
      const isPromoted = position > 0;
      return (
        <li key={id} className={styles.row}>
          <Text size="sm" c="dimmed" className="numbers">
            {at + 1}
          </Text>
          <DocumentName
            id={id}
            title={title}
            note={isPromoted ? `Promoted to position ${position}` : isHidden ? 'Hidden' : undefined}
          />
          <Text size="sm" c="dimmed" className="numbers" title="Score">
            {score?.toFixed(2)}
          </Text>
          {edit.mayChange && (
            <span className={styles.buttons}>
              <RowButton
                icon={IconStar}
                label="Promote"
                title={title}
                pressed={isPromoted}
                onClick={() => (isPromoted ? edit.release(id, title) : edit.promote(id, title))}
              />
              <RowButton
                icon={IconEyeOff}
                label="Hide"
                title={title}
                pressed={isHidden}
                onClick={() => (isHidden ? edit.release(id, title) : edit.hide(id, title))}
              />
            </span>
          )}
        </li>
      );
    })}
  </ol>
);
