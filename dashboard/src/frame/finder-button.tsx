import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { observable, useObservable } from '../api/observable.ts';
import styles from './finder-button.module.css';
import { IconSearch } from './icons.ts';

const Finder = lazy(() => import('./finder.tsx').then(({ Finder }) => ({ default: Finder })));

/** How often the finder was requested. Its code is loaded on first use. */
const wanted = observable(0);
const open = (): void => wanted.set(wanted.get() + 1);

const MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);

export function FinderButton({ compact = false }: { readonly compact?: boolean }) {
  if (compact) {
    return (
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Find anything" onClick={open}>
        <IconSearch size={20} stroke={1.6} />
      </ActionIcon>
    );
  }
  return (
    <UnstyledButton className={styles.button} onClick={open}>
      <IconSearch size={16} stroke={1.6} aria-hidden />
      <span className={styles.label}>Find anything</span>
      <Kbd size="xs">{MAC ? '⌘' : 'Ctrl'} K</Kbd>
    </UnstyledButton>
  );
}

/** Handles Ctrl-K, and renders the finder from its first use on. */
export function FinderHost() {
  const times = useObservable(wanted);
  useHotkeys([['mod+K', open]], []);
  if (times === 0) return null;
  return (
    <Suspense>
      <Finder times={times} />
    </Suspense>
  );
}
