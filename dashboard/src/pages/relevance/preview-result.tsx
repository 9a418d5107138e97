import { Anchor, Text } from '@mantine/core';
import { Link } from 'wouter';
import { useAccount, useEngineName } from '../../session.ts';
import { documentPage } from '../documents/document-address.ts';
import { MovementMark } from './movement-mark.tsx';
import type { ComparedResult } from './rank-changes.ts';
import styles from './relevance.module.css';

interface Props {
  readonly result: ComparedResult;
  /** Whether there are unsaved settings. */
  readonly isCompared: boolean;
}

/** A result: rank, title, movement and score. */
export function PreviewResult({ result, isCompared }: Props) {
  const account = useAccount();
  const engine = useEngineName();
  const { id, title, rank, score, movement, before } = result;
  const was = before === null ? undefined : scoreText(before.score);
  return (
    <li className={styles.result}>
      <Text size="sm" c="dimmed" className="numbers">
        {rank}
      </Text>
      <Anchor component={Link} href={documentPage(account.id, engine, id)} size="sm">
        <bdi>{title}</bdi>
      </Anchor>
      {isCompared ? <MovementMark movement={movement} /> : <span />}
      <span className={`${styles.score} numbers`} title="Score">
        {isCompared && was !== undefined && was !== scoreText(score) && `${was} → `}
        {scoreText(score)}
      </span>
    </li>
  );
}

const scoreText = (score: number | null): string => score?.toFixed(2) ?? '';
