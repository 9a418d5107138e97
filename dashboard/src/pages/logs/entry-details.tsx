import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconTerminal2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '../../api/queries.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { useCopy } from '../../parts/copy.ts';
import { Facts } from '../../parts/facts.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { exactTime } from '../../parts/time.ts';
import { useAccount } from '../../session.ts';
import { entryCurl } from './entry-curl.ts';
import { isCut, keyTypeName, type LogEntry } from './log-entry.ts';
import styles from './logs.module.css';
import { milliseconds } from './milliseconds.ts';
import { prettyBody } from './pretty-json.ts';
import { StatusBadge } from './status-badge.tsx';

interface Props {
  readonly entry: LogEntry;
  readonly onKey: (name: string) => void;
}

export function EntryDetails({ entry, onKey }: Props) {
  const { copied, copy } = useCopy();
  const facts = useQuery(accountQuery(useAccount().id));
  const endpoint = facts.data?.endpoint ?? location.origin;
  return (
    <Stack>
      <Facts
        facts={{
          Status: <StatusBadge status={entry.status} />,
          Method: entry.http_method,
          Path: <bdi className={styles.path}>{entry.full_request_path}</bdi>,
          Time: (
            <>
              {exactTime(entry.timestamp)} (<RelativeTime at={entry.timestamp} />)
            </>
          ),
          Duration: milliseconds(entry.duration_ms),
          Key: <KeyFact entry={entry} onKey={onKey} />,
          'User agent': <bdi>{entry.user_agent === '' ? 'None' : entry.user_agent}</bdi>,
        }}
      />
      <Group>
        <Button
          variant="default"
          leftSection={<IconTerminal2 size={16} stroke={1.6} />}
          onClick={() => copy(entryCurl(entry, endpoint))}
        >
          {copied ? 'Copied' : 'Copy as curl'}
        </Button>
      </Group>
      <Body title="Request body" body={entry.request_body} />
      <Body title="Response body" body={entry.response_body} />
    </Stack>
  );
}

function KeyFact({ entry, onKey }: Props) {
  if (entry.key_name === '') return 'Not recorded';
  return (
    <>
      {entry.key_name}{' '}
      <Text span inherit c="dimmed">
        {entry.key_type === 'signed'
          ? '(signed search key made with it)'
          : `(${keyTypeName(entry.key_type)})`}
      </Text>{' '}
      <Anchor component="button" type="button" inherit onClick={() => onKey(entry.key_name)}>
        Show only this key
      </Anchor>
    </>
  );
}

function Body({ title, body }: { readonly title: string; readonly body: string }) {
  return (
    <div>
      <Title order={3} size="h6" mb={6}>
        {title}
      </Title>
      {body === '' ? (
        <Text size="sm" c="dimmed">
          None
        </Text>
      ) : (
        <CodeBlock code={prettyBody(body)} label={title.toLowerCase()} wrap maxHeight={420} />
      )}
      {isCut(body) && (
        <Text size="sm" c="dimmed" mt={4}>
          Only the first 16 KB are logged.
        </Text>
      )}
    </div>
  );
}
