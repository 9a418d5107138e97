import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PageSkeleton } from '../../frame/page-skeleton.tsx';
import { FileProblem } from '../../imports/file-problem.ts';
import { type Preview, previewOf } from '../../imports/preview.ts';
import { ErrorBox } from '../../parts/error-box.tsx';
import { type ChosenFile, chosenFile } from './chosen-file.ts';

interface Props {
  readonly chosen: ChosenFile;
  readonly onOther: () => void;
  /** `other` is a button that chooses another file. */
  readonly children: (preview: Preview, other: ReactNode) => ReactNode;
}

/** The preview of the chosen file, or the reason why it cannot be imported. */
export function ImportPreview({ chosen, onOther, children }: Props) {
  const { key, file, name, encoding } = chosen;
  const { data: preview, error } = useQuery({
    queryKey: ['preview', key, encoding],
    queryFn: () => previewOf(file, name, encoding),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    // Reading the file does not need the server.
    networkMode: 'always',
  });
  const other = (
    <Button variant="default" onClick={onOther}>
      Choose another file
    </Button>
  );
  if (preview !== undefined) return children(preview, other);
  if (error === null) return <PageSkeleton />;
  return (
    <Stack>
      <ErrorBox error={error} title={name} />
      <Group>
        {other}
        {error instanceof FileProblem && error.misread && encoding === undefined && (
          <>
            <Text size="sm" c="dimmed">
              or
            </Text>
            <Button variant="light" onClick={() => chosenFile.set({ ...chosen, encoding: 'windows-1252' })}>
              Read as Windows-1252
            </Button>
          </>
        )}
      </Group>
    </Stack>
  );
}
