import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { EnginePage } from '../../frame/engine-page.tsx';
import { useAddressState } from '../../parts/address-state.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import { download } from '../documents/download.ts';
import { configurationPath, configurationQuery } from './configuration-query.ts';
import { ImportConfiguration } from './import-configuration.tsx';
import { VersionDialog } from './version-dialog.tsx';
import { VersionTable } from './version-table.tsx';

export function ConfigurationPage() {
  const account = useAccount();
  const engine = useEngineName();
  const { data } = useSuspenseQuery(configurationQuery(account.id, engine));
  const [opened, setOpened] = useAddressState('version', '', { replace: false });
  const text = JSON.stringify(data.data, null, 2);
  return (
    <EnginePage
      title="Configuration"
      shows={{ path: configurationPath(account.id, engine) }}
      intro="Schema, search settings, synonyms and curations as one JSON document, to keep in a repository or to apply to another engine."
    >
      <Panel
        title="Current configuration"
        actions={
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={15} />}
            onClick={() => download(`${engine} configuration.json`, 'application/json', `${text}\n`)}
          >
            Download
          </Button>
        }
      >
        <CodeBlock code={text} label="configuration as JSON" maxHeight={320} />
      </Panel>
      {account.may('editor') && <ImportConfiguration version={data.version} />}
      <VersionTable onOpen={setOpened} />
      <VersionDialog version={opened} current={data.version} onClose={() => setOpened('')} />
    </EnginePage>
  );
}
