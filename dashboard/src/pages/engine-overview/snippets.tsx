import { Button, Stack } from '@mantine/core';
import { useId, useState } from 'react';
import type { FieldType } from '../../api/types.ts';
import { IconChevronDown } from '../../frame/icons.ts';
import { useAddressState } from '../../parts/address-state.ts';
import { ErrorBox } from '../../parts/error-box.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useAccountFacts } from '../../session.ts';
import styles from './overview.module.css';
import { SearchKeySwitch } from './search-key-switch.tsx';
import { SNIPPETS } from './snippet.ts';
import { SnippetTabs } from './snippet-tabs.tsx';
import { useSearchKey } from './use-search-key.ts';

/** Examples use a text value, so they need a text field. */
const textFields = (schema: Props['schema']): readonly string[] =>
  Object.keys(schema).filter((name) => schema[name] === 'text');

interface Props {
  readonly engine: string;
  readonly schema: Readonly<Record<string, FieldType>>;
  readonly isOpenAtFirst: boolean;
}

/** Code examples for this engine; only the key has to be filled in. */
export function Snippets({ engine, schema, isOpenAtFirst }: Props) {
  const id = useId();
  const { endpoint, keys } = useAccountFacts();
  const [client, setClient] = useAddressState('client', 'curl');
  const [shown, setShown] = useAddressState('snippets');
  // Stays open when the first documents arrive.
  const [wasOpen] = useState(isOpenAtFirst || client !== 'curl');
  const key = useSearchKey();
  const isOpen = shown === '' ? wasOpen : shown === 'on';
  const chosen = SNIPPETS.find((snippet) => snippet.id === client) ?? SNIPPETS[0];
  return (
    <Panel
      title="Quick start"
      flush={!isOpen}
      intro="Code for curl and the official clients. Insert the value of your key."
      actions={
        <Button
          variant="default"
          size="xs"
          aria-expanded={isOpen}
          aria-controls={id}
          rightSection={
            <IconChevronDown size={14} className={isOpen ? styles.turned : undefined} aria-hidden />
          }
          onClick={() => setShown(isOpen ? 'off' : 'on')}
        >
          {isOpen ? 'Hide snippets' : 'Show snippets'}
        </Button>
      }
    >
      <div id={id}>
        {isOpen && chosen !== undefined && (
          <Stack gap="md">
            <SearchKeySwitch control={key} isUsed={chosen.usesSearchKey} />
            <ErrorBox error={key.error} />
            <SnippetTabs
              chosen={chosen.id}
              onChoose={setClient}
              facts={{ endpoint, engine, fields: textFields(schema), keys, searchKey: key.value }}
            />
          </Stack>
        )}
      </div>
    </Panel>
  );
}
