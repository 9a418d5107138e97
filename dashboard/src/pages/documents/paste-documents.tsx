import { Button, Group, Textarea } from '@mantine/core';
import type { FormEvent } from 'react';
import { useDraft } from '../../parts/draft.ts';
import { Panel } from '../../parts/panel.tsx';

const EXAMPLE = '[\n  { "id": "first", "title": "Hello" },\n  { "id": "second", "title": "Good morning" }\n]';

interface Props {
  /** The name of the draft that keeps the text. */
  readonly draft: string;
  readonly onPaste: (text: Blob) => void;
}

/** Pasted documents, parsed like a file. */
export function PasteDocuments({ draft, onPaste }: Props) {
  const [text, setText] = useDraft(draft, '');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onPaste(new Blob([text]));
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
