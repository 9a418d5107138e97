import { Group, Stack, Text, Title } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

interface Props {
  readonly icon: Icon;
  readonly title: string;
  /** What to do next. */
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}

/** Empty state with the next step. */
export function EmptyState({ icon: Icon, title, children, actions }: Props) {
  return (
    <Stack align="center" gap="xs" className={styles.empty}>
      <Icon size={36} stroke={1.3} className={styles.icon} aria-hidden />
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text c="dimmed" ta="center" maw={460} component="div">
        {children}
      </Text>
      {actions !== undefined && (
        <Group justify="center" mt="sm">
          {actions}
        </Group>
      )}
    </Stack>
  );
}
