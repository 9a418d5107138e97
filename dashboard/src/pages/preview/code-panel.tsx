import { Button, NativeSelect, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { EngineOverview } from '../../api/types.ts';
import { useAddressState } from '../../parts/address-state.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Panel } from '../../parts/panel.tsx';
import type { Choices } from '../../preview/choices.ts';
import { optionsOf } from '../../preview/options.ts';
import { useAccountFacts } from '../../session.ts';
import { codeFiles } from './code-files.ts';
import { zip } from './zip.ts';

interface Props {
  readonly engine: EngineOverview;
  readonly choices: Choices;
}

/** The source code of the search page, by file or as an archive. */
export function CodePanel({ engine, choices }: Props) {
  const { endpoint, keys } = useAccountFacts();
  const [path, setPath] = useAddressState('file', 'src/main.tsx');
  const files = useMemo(
    () =>
      codeFiles({
        engine: engine.name,
        endpoint,
        key: keys.search,
        options: optionsOf(choices, engine.schema),
      }),
    [engine, endpoint, keys.search, choices],
  );
  const file = files.find((known) => known.path === path) ?? files[0];
  return (
    <Panel
      title="Get the code"
      intro="A small React app with Search UI and Mantine: the previewed page, using the public API."
      actions={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.6} />}
          onClick={() => download(`${engine.name}-search.zip`, zip(files))}
        >
          Download all files
        </Button>
      }
    >
      <Stack>
        <Text size="sm">
          Insert the value of {keys.search === null ? 'a search key' : <strong>{keys.search}</strong>} into{' '}
          <code>src/main.tsx</code>, then run <code>npm install</code> and <code>npm run dev</code>.
        </Text>
        <NativeSelect
          label="File"
          maw={320}
          data={files.map((known) => known.path)}
          value={file?.path ?? ''}
          onChange={(event) => setPath(event.currentTarget.value)}
        />
        {file !== undefined && <CodeBlock code={file.code} label={file.path} maxHeight={560} />}
      </Stack>
    </Panel>
  );
}

function download(name: string, bytes: Uint8Array<ArrayBuffer>): void {
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/zip' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Revoke the URL once the download has started.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
