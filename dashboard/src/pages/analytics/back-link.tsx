import { Anchor, Group } from '@mantine/core';
import { Link } from 'wouter';
import { IconArrowLeft } from '../../frame/icons.ts';
import { useAccount, useEngineName } from '../../session.ts';
import { analyticsPage } from './analytics-queries.ts';
import type { View } from './view.ts';

/** Back to the overview, with the same period and tag. */
export const BackLink = ({ view }: { readonly view: View }) => (
  <Group>
    <Anchor component={Link} href={analyticsPage(useAccount().id, useEngineName()) + view.search()} size="sm">
      <Group gap={6} wrap="nowrap" component="span">
        <IconArrowLeft size={16} stroke={1.6} /> Analytics
      </Group>
    </Anchor>
  </Group>
);
