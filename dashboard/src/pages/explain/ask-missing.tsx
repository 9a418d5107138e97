import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';

/** Asks for a document that is expected among the results. */
export function AskMissing({ onAsk }: { readonly onAsk: (id: string) => void }) {
  const [id, setId] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (id.trim() !== '') onAsk(id.trim());
      }}
    >
      <Group gap="sm" align="flex-end">
        <TextInput
          label="A document is missing?"
          description="Enter its id to see what keeps it out."
          placeholder="document id"
          autoComplete="off"
          spellCheck={false}
          style={{ flex: '1 1 12rem' }}
          value={id}
          onChange={(event) => setId(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={id.trim() === ''}>
          Why is it not here?
        </Button>
      </Group>
    </form>
  );
}
