import { Button, Group, Textarea } from '@mantine/core';
import type { FormEvent } from 'react';
import { useDraft } from '../../parts/draft.ts';
import { Panel } from '../../parts/panel.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import { chooseFile, PASTED, pastedDraft } from './chosen-file.ts';

const EXAMPLE = '[\n  { "id": "first", "title": "Hello" },\n  { "id": "second", "title": "Good morning" }\n]';

/** Pasted documents, parsed like a file. */
export function PasteDocuments() {
  const account = useAccount();
  const engine = useEngineName();
  const [text, setText] = useDraft(pastedDraft(account.id, engine), '');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    chooseFile(account.id, engine, new Blob([text]), PASTED);
  };
  return (
    <Panel title="Or paste documents" intro="One object or a list of objects. NDJSON and CSV work too.">
      <form onSubmit={submit}>
        <Textarea
          aria-label="Documents as JSON"
          placeholder={EXAMPLE}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          rows={10}
          spellCheck={false}
          autoCapitalize="off"
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
        />
        <Group justify="flex-end" mt="sm">
          <Button type="submit" disabled={text.trim() === ''}>
            Review
          </Button>
        </Group>
      </form>
    </Panel>
  );
}
