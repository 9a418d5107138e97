import { Button, Menu, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { routeOf } from '../../addresses.ts';
import { addressOf } from '../../api/client.ts';
import { recordCall } from '../../api/recent-calls.ts';
import { notify } from '../../parts/notify.ts';
import { counted } from '../../parts/numbers.ts';
import { useAccount, useEngineName } from '../../session.ts';
import type { Schema } from './browsing.ts';
import { documentsAsCsv } from './document-csv.ts';
import { download } from './download.ts';

interface Props {
  readonly schema: Schema;
  /** The document count of the engine. */
  readonly count: number;
}

/** Downloads all documents of the engine, whatever the list shows. */
export function ExportMenu({ schema, count }: Props) {
  const account = useAccount();
  const engine = useEngineName();
  const [percent, setPercent] = useState(0);
  const path = routeOf.api(account.id, 'engines', engine, 'documents', 'export');
  const csv = useMutation({
    mutationFn: () => documentsAsCsv(path, ['id', ...Object.keys(schema)], setPercent),
    onMutate: () => setPercent(0),
    onSuccess: (parts) => download(`${engine}.csv`, 'text/csv;charset=utf-8', parts),
    onError: notify.failed,
  });
  return (
    <Menu position="bottom-end" shadow="md" width={300}>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.6} />}
          disabled={csv.isPending}
        >
          {csv.isPending ? `Exporting: ${percent} %` : 'Export'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          All {counted(count, 'document')} of {engine}, not only those that match, with the values that were
          sent.
        </Menu.Label>
        <Menu.Item
          component="a"
          href={addressOf(path)}
          download={`${engine}.ndjson`}
          onClick={() => recordCall({ method: 'GET', path, body: undefined })}
        >
          NDJSON
          <Text size="xs" c="dimmed">
            One document per line, exact. Can be imported again.
          </Text>
        </Menu.Item>
        <Menu.Item onClick={() => csv.mutate()}>
          CSV
          <Text size="xs" c="dimmed">
            One column per field, lists as JSON. Cells that start like a formula get an apostrophe.
          </Text>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
