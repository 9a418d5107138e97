import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';

/** While a page is on its way. */
export const PageSkeleton = () => (
  <Stack gap="lg" role="status">
    <VisuallyHidden>Loading</VisuallyHidden>
    <Skeleton h={30} w={220} />
    <Skeleton h={180} radius="lg" />
    <Skeleton h={120} radius="lg" />
  </Stack>
);
