import { Anchor, Badge, Text } from '@mantine/core';
import { Link } from 'wouter';
import { useAccount, useEngineName } from '../../session.ts';
import { documentPage } from '../documents/document-address.ts';
import styles from './curations.module.css';

interface Props {
  readonly id: string;
  readonly title: string;
  readonly isMissing?: boolean;
  /** A short remark below the title. */
  readonly note?: string | undefined;
}

/** The title of a document with a link, and its id if that is something else. */
export function DocumentName({ id, title, isMissing = false, note }: Props) {
  const account = useAccount();
  const engine = useEngineName();
  if (isMissing) {
    return (
      <div className={styles.name}>
        <Text size="sm" className={styles.title}>
          <bdi>{id}</bdi>
        </Text>
        <Badge color="red" variant="light" size="sm" tt="none">
          not found
        </Badge>
      </div>
    );
  }
  return (
    <div className={styles.name}>
      <Anchor
        component={Link}
        href={documentPage(account.id, engine, id)}
        size="sm"
        className={styles.title ?? ''}
      >
        <bdi>{title}</bdi>
      </Anchor>
      {title !== id && (
        <Text size="xs" c="dimmed" className={styles.title}>
          <bdi>{id}</bdi>
        </Text>
      )}
      {note !== undefined && (
        <Text size="xs" fw={550}>
          {note}
        </Text>
      )}
    </div>
  );
}
