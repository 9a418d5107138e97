import { Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import type { RecordedCall } from '../api/recorded-call.ts';
import { CopyAsCurl } from '../parts/copy-as-curl.tsx';
import { useAccountIfAny } from '../session.ts';
import { Breadcrumb } from './breadcrumb.tsx';
import { useCurrentRoute } from './current-route.tsx';
import { wasNavigated } from './navigated.ts';
import styles from './page.module.css';
import { useTitle } from './title.ts';

export interface PageProps {
  readonly title: string;
  /** One sentence under the title. */
  readonly intro?: ReactNode;
  /** Buttons next to the title; the most important one last. */
  readonly actions?: ReactNode;
  /** The URL of the page above this one in the breadcrumb, if it is more than the path of that page. */
  readonly parent?: string;
  /** The page's main request, for "copy as curl" even if it was cached. Other requests are recorded automatically. */
  readonly shows?: Partial<RecordedCall> & Pick<RecordedCall, 'path'>;
  readonly children: ReactNode;
}

/** Longer titles may be cut, so that the whole title is needed on hover. */
const LONG = 60;

/** The layout of every page: breadcrumb, heading, window title, "copy as curl", focus after navigation. */
export function Page({ title, intro, actions, parent, shows, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { params } = useCurrentRoute();
  const account = useAccountIfAny();
  useTitle(
    title,
    ...(params.engine === undefined ? [] : [params.engine]),
    ...(account ? [account.name] : []),
  );
  useEffect(() => {
    // Screen readers announce the heading, and Tab continues from here.
    // A dialog that was opened while the page loaded keeps the focus.
    const isInDialog = document.activeElement?.closest('[role="dialog"]') != null;
    if (wasNavigated() && !isInDialog) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Stack gap="lg">
      <div className={styles.head}>
        <div className={styles.title}>
          <Breadcrumb parent={parent} />
          <Title
            order={1}
            ref={heading}
            tabIndex={-1}
            className={styles.heading}
            title={title.length > LONG ? title : undefined}
          >
            {title}
          </Title>
        </div>
        {intro !== undefined && (
          <Text c="dimmed" className={styles.intro}>
            {intro}
          </Text>
        )}
        <div className={styles.curl}>
          <CopyAsCurl shows={shows} />
        </div>
        {actions !== undefined && actions !== false && (
          <Group gap="xs" wrap="wrap" className={styles.actions}>
            {actions}
          </Group>
        )}
      </div>
      {children}
    </Stack>
  );
}
