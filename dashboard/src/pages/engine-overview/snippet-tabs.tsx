import { Stack, Tabs, Text } from '@mantine/core';
import { CodeBlock } from '../../parts/code-block.tsx';
import { SNIPPETS, type SnippetFacts } from './snippet.ts';

interface Props {
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
  readonly facts: SnippetFacts;
}

/** The snippets, one tab per client. */
export const SnippetTabs = ({ chosen, onChoose, facts }: Props) => (
  <Tabs value={chosen} onChange={(next) => onChoose(next ?? 'curl')} keepMounted={false}>
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
);
