import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type ChangeEvent, type ReactNode, useRef } from 'react';
import { ErrorBox } from '../../parts/error-box.tsx';
import { useFileDrop } from './file-drop.ts';
import styles from './import.module.css';

const ACCEPTED = '.json,.ndjson,.jsonl,.csv,.tsv,.txt,application/json,text/csv,text/plain';

interface Props {
  readonly title?: string;
  readonly onFile: (file: File) => void;
  /** Buttons after the one that opens the file picker. */
  readonly actions?: ReactNode;
}

/** A drop zone with a file picker. */
export function ChooseFile({ title = 'Drop a file here', onFile, actions }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const { zone, take, problems } = useFileDrop(onFile);
  const change = (event: ChangeEvent<HTMLInputElement>): void => {
    take(event.currentTarget.files);
    // Allows the same file to be chosen again after a change.
    event.currentTarget.value = '';
  };
  return (
    <section className={styles.drop} aria-label="Import a file" {...zone}>
      <Stack align="center" gap="xs">
        <IconFileUpload size={36} stroke={1.3} className={styles.icon} aria-hidden />
        <Title order={2} size="h4" ta="center">
          {title}
        </Title>
        <Text size="sm" c="dimmed" ta="center" maw={460}>
          JSON, NDJSON or CSV, of any size. Your browser reads the file, and you review its contents before
          anything is sent.
        </Text>
        <input
          ref={input}
          type="file"
          accept={ACCEPTED}
          className={styles.input}
          aria-label="File to import"
          tabIndex={-1}
          onChange={change}
        />
        <Group justify="center" mt="xs" gap="xs">
          <Button onClick={() => input.current?.click()}>Choose a file</Button>
          {actions}
        </Group>
        <ErrorBox messages={problems} />
      </Stack>
    </section>
  );
}
