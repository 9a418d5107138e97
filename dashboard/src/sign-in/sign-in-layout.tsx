import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { ConnectionBanner } from '../frame/connection-banner.tsx';
import mark from '../frame/mark.svg';
import { useTitle } from '../frame/title.ts';
import styles from './sign-in-layout.module.css';

interface Props {
  readonly title: string;
  readonly intro?: ReactNode;
  readonly children?: ReactNode;
}

/** The layout of all pages outside the frame. */
export function SignInLayout({ title, intro, children }: Props) {
  useTitle(title);
  return (
    <>
      <ConnectionBanner />
      <main className={styles.door}>
        <Stack w="100%" maw={420} gap="lg">
          <div className={styles.brand}>
            <img src={mark} alt="" width={40} height={40} />
            <span>Findling</span>
          </div>
          <Paper className={styles.card}>
            <Title order={1} size="h3">
              {title}
            </Title>
            {intro !== undefined && (
              <Text c="dimmed" size="sm" mt={6} component="div">
                {intro}
              </Text>
            )}
            {children !== undefined && <div className={styles.body}>{children}</div>}
          </Paper>
        </Stack>
      </main>
    </>
  );
}
