import { Button, Menu, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useObservable } from '../api/observable.ts';
import { accountQuery } from '../api/queries.ts';
import { recentCalls, sameCall } from '../api/recent-calls.ts';
import type { RecordedCall } from '../api/recorded-call.ts';
import { useCurrentRoute } from '../frame/current-route.tsx';
import { IconTerminal2 } from '../frame/icons.ts';
import { useCopy } from './copy.ts';
import styles from './copy-as-curl.module.css';
import { curlOf, curlRequestOf } from './curl.ts';

interface Props {
  readonly shows: (Partial<RecordedCall> & Pick<RecordedCall, 'path'>) | undefined;
}

/** A menu with the page's requests as curl commands. */
export function CopyAsCurl({ shows }: Props) {
  const done = useObservable(recentCalls);
  const shown: RecordedCall | undefined = shows && { method: 'GET', body: undefined, ...shows };
  const known = shown === undefined || done.some((entry) => sameCall(entry, shown)) ? done : [...done, shown];
  // Writes first, before the reads that they triggered.
  const entries = known.toSorted(
    (one, other) => Number(one.method === 'GET') - Number(other.method === 'GET'),
  );
  const { params } = useCurrentRoute();
  const { copied, copy } = useCopy();
  const [opened, setOpened] = useState(false);
  const facts = useQuery({
    ...accountQuery(params.account ?? ''),
    enabled: opened && params.account !== undefined,
  });
  if (entries.length === 0) return null;
  const endpoint = facts.data?.endpoint ?? location.origin;
  const request = (entry: RecordedCall) => curlRequestOf(entry, location.origin, endpoint);
  return (
    <Menu position="bottom-end" shadow="md" width={340} opened={opened} onChange={setOpened}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="sm"
          px="xs"
          leftSection={<IconTerminal2 size={16} stroke={1.6} />}
        >
          {copied ? 'Copied' : 'curl'}
          <span className={styles.hidden}>: copy this page's requests</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Copy this page's requests as curl</Menu.Label>
        {entries.map((entry) => {
          const asked = request(entry);
          const { pathname, search } = new URL(asked.address);
          return (
            <Menu.Item
              key={`${entry.method} ${entry.path} ${JSON.stringify(entry.body)}`}
              onClick={() => copy(curlOf(asked))}
            >
              <Text size="xs" ff="monospace" className={styles.call}>
                <strong>{entry.method}</strong> {decodeURI(pathname + search)}
              </Text>
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
