import { Group, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import styles from './panel.module.css';

interface Props {
  readonly title?: string;
  readonly intro?: ReactNode;
  readonly actions?: ReactNode;
  /** Without padding, for full-width tables. */
  readonly flush?: boolean;
  readonly children: ReactNode;
}

/** A section of a page, with an optional heading. */
export function Panel({ title, intro, actions, flush = false, children }: Props) {
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={title === undefined ? undefined : id}>
      {title !== undefined && (
        <Group className={styles.head} justify="space-between" gap="sm">
          <div className={styles.words}>
            <Title order={2} size="h5" id={id}>
              {title}
            </Title>
            {intro !== undefined && (
              <Text size="sm" c="dimmed" mt={2} component="div">
                {intro}
              </Text>
            )}
          </div>
          {actions}
        </Group>
      )}
      <div className={flush ? styles.flush : styles.body}>{children}</div>
    </section>
  );
}
