import { AppShell, Burger, Group, ScrollArea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import { AccountSwitcher } from './account-switcher.tsx';
import { Brand } from './brand.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { FinderButton } from './finder-button.tsx';
import { Navigation } from './navigation.tsx';
import { ONGOING } from './ongoing.ts';
import { PersonMenu } from './person-menu.tsx';
import styles from './shell.module.css';

/** The layout around every page: navigation at the side, or behind a button on small screens. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const [opened, { toggle, close }] = useDisclosure(false);
  const path = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the navigation of small screens.
  useEffect(close, [path]);
  return (
    <AppShell
      header={{ height: { base: 56, md: 0 } }}
      navbar={{ width: 248, breakpoint: 'md', collapsed: { mobile: !opened } }}
      padding={0}
    >
      <a href="#page" className={styles.skip}>
        Skip to content
      </a>
      <AppShell.Header hiddenFrom="md" className={styles.header}>
        <Group h="100%" px="sm" gap="sm" wrap="nowrap">
          <Burger
            opened={opened}
            onClick={toggle}
            size="sm"
            aria-label={opened ? 'Close navigation' : 'Open navigation'}
          />
          <Brand />
          <Group ml="auto" gap={4}>
            <FinderButton compact />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={styles.navbar} aria-label="Navigation">
        <AppShell.Section px="md" pt="md" pb="xs" visibleFrom="md">
          <Brand />
        </AppShell.Section>
        <AppShell.Section px="sm" pt="xs">
          <AccountSwitcher />
          <FinderButton />
        </AppShell.Section>
        <AppShell.Section grow component={ScrollArea} px="sm" py="xs" type="scroll">
          <Navigation />
        </AppShell.Section>
        <AppShell.Section p="sm" className={styles.foot}>
          <PersonMenu />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="page" tabIndex={-1}>
        <ConnectionBanner />
        {ONGOING.map(({ name, Line }) => (
          <Line key={name} />
        ))}
        <div className={styles.page}>{children}</div>
      </AppShell.Main>
    </AppShell>
  );
}
