import { Anchor, Button, VisuallyHidden } from '@mantine/core';
import { useId } from 'react';
import { Link } from 'wouter';
import type { FieldType } from '../../api/types.ts';
import { IconChevronDown } from '../../frame/icons.ts';
import { number } from '../../parts/numbers.ts';
import { useAccount, useEngineName } from '../../session.ts';
import { documentPage } from '../documents/document-address.ts';
import { type Heading, titleOf } from './matched-fields.ts';
import { ResultFields } from './result-fields.tsx';
import { ResultMatches } from './result-matches.tsx';
import { idOf, type Result } from './search-answer.ts';
import { Snippet } from './snippet.tsx';
import styles from './tester.module.css';

interface Props {
  /** From 1, over all pages. */
  readonly rank: number;
  readonly result: Result;
  readonly schema: Readonly<Record<string, FieldType>>;
  readonly heading: Heading;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onExplain: () => void;
}

/** A result: rank, title, score and matches; all fields on demand. */
export function ResultRow({ rank, result, schema, heading, isOpen, onToggle, onExplain }: Props) {
  const account = useAccount();
  const engine = useEngineName();
  const fieldsId = useId();
  const id = idOf(result);
  const { score } = result._meta;
  const title = titleOf(result, heading);
  return (
    <article className={styles.result} aria-label={id}>
      <span className={`${styles.rank} numbers`}>
        <VisuallyHidden>Rank </VisuallyHidden>
        {number(rank)}
      </span>
      <Anchor
        component={Link}
        href={documentPage(account.id, engine, id)}
        fw={550}
        size="sm"
        className={styles.title}
      >
        <bdi>
          {title === undefined ? id : 'snippet' in title ? <Snippet html={title.snippet} /> : title.text}
        </bdi>
      </Anchor>
      {score !== null && (
        <span className={`${styles.score} numbers`} title={`Score ${score}`}>
          score {score.toFixed(2)}
        </span>
      )}
      <div className={styles.rest}>
        <ResultMatches result={result} schema={schema} heading={heading} />
        <div className={styles.foot}>
          {title !== undefined && <bdi className={styles.id}>{id}</bdi>}
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            aria-label={`All fields of ${id}`}
            aria-expanded={isOpen}
            aria-controls={isOpen ? fieldsId : undefined}
            rightSection={
              <IconChevronDown size={12} className={isOpen ? styles.turned : undefined} aria-hidden />
            }
            onClick={onToggle}
          >
            All fields
          </Button>
          <Button
            variant="subtle"
            size="compact-xs"
            aria-label={`Why is this here? ${id}`}
            onClick={onExplain}
          >
            Why is this here?
          </Button>
        </div>
        {isOpen && <ResultFields id={fieldsId} result={result} schema={schema} />}
      </div>
    </article>
  );
}
