import { Drawer, Skeleton, Stack } from '@mantine/core';
import { Suspense } from 'react';
import { useEngineName } from '../../session.ts';
import { Tester } from './tester.tsx';

/** The query tester in a drawer. */
export function TesterDrawer({ onClose }: { readonly onClose: () => void }) {
  const engine = useEngineName();
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="min(46rem, 100vw)"
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
