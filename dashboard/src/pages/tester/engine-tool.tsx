import { Button } from '@mantine/core';
import { lazy, Suspense, useCallback, useEffect, useRef } from 'react';
import { IconSearch } from '../../frame/icons.ts';
import { usePageAction } from '../../frame/page-actions.ts';
import { useEngineName } from '../../session.ts';
import { useTesterFlag } from './tester-state.ts';

/** The button is on every engine page; the tester itself is loaded on demand. */
const TesterDrawer = lazy(() =>
  import('./tester-drawer.tsx').then(({ TesterDrawer }) => ({ default: TesterDrawer })),
);

export function EngineTool() {
  const [opened, setOpened] = useTesterFlag(useEngineName());
  const button = useRef<HTMLButtonElement>(null);
  const wasOpened = useRef(false);
  useEffect(() => {
    if (wasOpened.current && !opened) button.current?.focus({ preventScroll: true });
    wasOpened.current = opened;
  }, [opened]);
  const open = useCallback(() => setOpened(true), [setOpened]);
  const close = useCallback(() => setOpened(false), [setOpened]);
  usePageAction('Test a query', open);
  return (
    <>
      <Button
        ref={button}
        variant="default"
        leftSection={<IconSearch size={16} stroke={1.6} />}
        onClick={open}
      >
        Test a query
      </Button>
      <Suspense fallback={null}>{opened && <TesterDrawer onClose={close} />}</Suspense>
    </>
  );
}
