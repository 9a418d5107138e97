import { Button, Group } from '@mantine/core';
import { IconBrowser, IconSearch } from '@tabler/icons-react';
import { Link } from 'wouter';
import { pageOf } from '../../addresses.ts';
import type { CurrentImport } from '../../imports/current-import.ts';
import { counted } from '../../parts/numbers.ts';
import { Panel } from '../../parts/panel.tsx';
import { useTesterFlag } from '../tester/tester-state.ts';

/** What to do after the first import into an engine. */
export function ReadyPanel({ current }: { readonly current: CurrentImport }) {
  const { account, engine, progress } = current;
  const [, setTesting] = useTesterFlag(engine);
  const preview = pageOf.engine(account, engine, 'preview');
  return (
    <Panel
      title="Your search engine is ready"
      intro={`${counted(progress.accepted, 'document')} can be searched now. To try it, you do not need an API key.`}
    >
      <Group gap="xs">
        <Button component={Link} href={preview} leftSection={<IconBrowser size={16} stroke={1.6} />}>
          Open your search page
        </Button>
        <Button
          variant="default"
          leftSection={<IconSearch size={16} stroke={1.6} />}
          onClick={() => setTesting(true)}
        >
          Test a query
        </Button>
        <Button component={Link} href={`${preview}?view=code`} variant="default">
          Get the code
        </Button>
      </Group>
    </Panel>
  );
}
