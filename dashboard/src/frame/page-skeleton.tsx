import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';

/** Placeholder while a page loads. */
export const PageSkeleton = () => (
  <Stack gap="lg" role="status">
    <VisuallyHidden>Loading</VisuallyHidden>
    <Skeleton h={30} w={220} />
    <Skeleton h={180} radius="lg" />
    <Skeleton h={120} radius="lg" />
  </Stack>
);
