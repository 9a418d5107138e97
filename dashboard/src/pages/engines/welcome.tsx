import { Button, Group, SimpleGrid, Stack } from '@mantine/core';
import type { EngineItem } from '../../api/types.ts';
import { Panel } from '../../parts/panel.tsx';
import { ChooseFile } from '../documents/choose-file.tsx';
import { useNewEngine } from './new-engine-state.ts';
import { SampleButtons } from './sample-buttons.tsx';

interface Props {
  /** The engines of the account, which are samples if there are any. */
  readonly engines: readonly EngineItem[];
  readonly onCreate: () => void;
}

/** The first steps in an account without engines of its own: a file, a sample, or the API. */
export function Welcome({ engines, onCreate }: Props) {
  const { chosen, choose, open } = useNewEngine();
  return (
    <Stack gap="md">
      <ChooseFile
        title="Drop a file to create a search engine"
        onFile={(file) => choose(file, file.name)}
        actions={
          <Button variant="default" onClick={open}>
            {chosen === null ? 'Paste documents' : `Continue with ${chosen.name}`}
          </Button>
        }
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Panel title="Try a sample" intro="An engine with documents and made-up searches, ready to explore.">
          <Group gap="xs">
            <SampleButtons engines={engines} />
          </Group>
        </Panel>
        <Panel
          title="Use the API"
          intro="Create an empty engine and send documents with curl or a client. Its overview has the code."
        >
          <Button variant="default" onClick={onCreate}>
            Create an engine
          </Button>
        </Panel>
      </SimpleGrid>
    </Stack>
  );
}
