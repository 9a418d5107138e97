import { ActionIcon, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { GRADES, gradeText } from './grades.ts';
import type { JudgementEdit } from './judgement-edit.ts';
import styles from './judgements.module.css';

interface Props {
  readonly id: string;
  /** The title of the document, for screen readers. */
  readonly title: string;
  readonly edit: JudgementEdit;
}

/** The grade of a document as radio buttons, with a button that removes it. */
export function GradeField({ id, title, edit }: Props) {
  const name = useId();
  const grade = edit.gradeOf(id);
  if (!edit.mayChange) {
    return (
      <Text size="sm" {...(grade === null && { c: 'dimmed' })} className={styles.grades}>
        {gradeText(grade)}
      </Text>
    );
  }
  const isJudged = grade !== null;
  return (
    <fieldset className={styles.grades} aria-label={`Grade of ${title}`}>
      {GRADES.toReversed().map(({ grade: value, meaning }) => (
        <label key={value} className={styles.grade} title={meaning}>
          <input
            type="radio"
            name={name}
            className={styles.radio}
            checked={grade === value}
            onChange={() => edit.rate(id, title, value)}
          />
          <span aria-hidden>{value}</span>
          <VisuallyHidden>{gradeText(value)}</VisuallyHidden>
        </label>
      ))}
      <Tooltip label="Remove the grade">
        <ActionIcon
          variant="subtle"
          color="gray"
          className={styles.remove ?? ''}
          aria-label={`Remove the grade of ${title}`}
          {...(!isJudged && { 'aria-disabled': true, 'data-disabled': true })}
          onClick={() => {
            if (isJudged) edit.rate(id, title, null);
          }}
        >
          <IconX size={16} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
    </fieldset>
  );
}
