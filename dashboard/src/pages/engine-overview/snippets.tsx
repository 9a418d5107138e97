import { Stack, Tabs, Text } from '@mantine/core';
import type { FieldType } from '../../api/types.ts';
import { useAddressState } from '../../parts/address-state.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useAccountFacts } from '../../session.ts';
import { SNIPPETS } from './snippet.ts';

/** Examples use a text value, so they need a text field. */
const textFields = (schema: Props['schema']): readonly string[] =>
  Object.keys(schema).filter((name) => schema[name] === 'text');

interface Props {
  readonly engine: string;
  readonly schema: Readonly<Record<string, FieldType>>;
}

/** Code examples for this engine; only the key has to be filled in. */
export function Snippets({ engine, schema }: Props) {
  const { endpoint, keys } = useAccountFacts();
  const [client, setClient] = useAddressState('client', 'curl');
  const chosen = SNIPPETS.find(({ id }) => id === client) ?? SNIPPETS[0];
  const facts = { endpoint, engine, fields: textFields(schema), keys };
  return (
    <Panel title="Quick start" intro="Code for the official clients. Insert the value of your key.">
      <Tabs value={chosen?.id ?? null} onChange={(next) => setClient(next ?? 'curl')} keepMounted={false}>
        <Tabs.List mb="md">
          {SNIPPETS.map(({ id, label }) => (
            <Tabs.Tab key={id} value={id}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {SNIPPETS.map(({ id, parts }) => (
          <Tabs.Panel key={id} value={id}>
            <Stack gap="md">
              {parts.map(({ title, code }) => (
                <div key={title}>
                  <Text size="sm" fw={550} mb={6}>
                    {title}
                  </Text>
                  <CodeBlock code={code(facts)} label={`${title}, code for ${id}`} />
                </div>
              ))}
            </Stack>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Panel>
  );
}
