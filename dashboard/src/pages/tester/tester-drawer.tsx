import { Drawer, Skeleton, Stack } from '@mantine/core';
import { Suspense } from 'react';
import { useEngineName } from '../../session.ts';
import { Tester } from './tester.tsx';
import { useIsExplaining } from './tester-state.ts';

/** The query tester in a drawer. */
export function TesterDrawer({ onClose }: { readonly onClose: () => void }) {
  const engine = useEngineName();
  const isExplaining = useIsExplaining();
  return (
    <Drawer
      opened
      onClose={onClose}
      // Escape closes the dialog on top of it first.
      closeOnEscape={!isExplaining}
      position="right"
      size="min(clamp(46rem, 50vw, 64rem), 100vw)"
      title={`Test a query on ${engine}`}
      styles={{ title: { fontWeight: 620, fontSize: '1.05rem', overflowWrap: 'anywhere' } }}
    >
      <Suspense
        fallback={
          <Stack>
            <Skeleton h={36} />
            <Skeleton h={120} />
          </Stack>
        }
      >
        <Tester />
      </Suspense>
    </Drawer>
  );
}
