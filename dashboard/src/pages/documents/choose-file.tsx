import { Button, Stack, Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type ChangeEvent, type DragEvent, useEffect, useRef, useState } from 'react';
import { ErrorBox } from '../../parts/error-box.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import { chooseFile } from './chosen-file.ts';
import styles from './import.module.css';

const ACCEPTED = '.json,.ndjson,.jsonl,.csv,.tsv,.txt,application/json,text/csv,text/plain';

const holdsFiles = (event: { readonly dataTransfer: DataTransfer | null }): boolean =>
  event.dataTransfer?.types.includes('Files') ?? false;

/** A drop zone with a file picker. */
export function ChooseFile() {
  const account = useAccount();
  const engine = useEngineName();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const [several, setSeveral] = useState(false);

  // Otherwise the browser would open a file that is dropped outside the zone.
  useEffect(() => {
    const keep = (event: globalThis.DragEvent): void => {
      if (holdsFiles(event)) event.preventDefault();
    };
    for (const name of ['dragover', 'drop'] as const) addEventListener(name, keep);
    return () => {
      for (const name of ['dragover', 'drop'] as const) removeEventListener(name, keep);
    };
  }, []);

  const take = (files: FileList | null): void => {
    setSeveral(files !== null && files.length > 1);
    const [file] = files ?? [];
    if (file !== undefined && files?.length === 1) chooseFile(account.id, engine, file, file.name);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files);
  };
  const change = (event: ChangeEvent<HTMLInputElement>): void => {
    take(event.currentTarget.files);
    // Allows the same file to be chosen again after a change.
    event.currentTarget.value = '';
  };
  return (
    <section
      className={styles.drop}
      data-over={isOver || undefined}
      aria-label="Import a file"
      onDragEnter={(event) => setIsOver(holdsFiles(event))}
      onDragOver={(event) => event.preventDefault()}
      onDragLeave={(event) => !event.currentTarget.contains(event.relatedTarget as Node) && setIsOver(false)}
      onDrop={drop}
    >
      <Stack align="center" gap="xs">
        <IconFileUpload size={36} stroke={1.3} className={styles.icon} aria-hidden />
        <Text fw={600}>Drop a file here</Text>
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
        <Button mt="xs" onClick={() => input.current?.click()}>
          Choose a file
        </Button>
        {several && <ErrorBox messages={['Choose one file at a time.']} />}
      </Stack>
    </section>
  );
}
