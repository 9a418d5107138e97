import { Badge, Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { number } from '../../parts/numbers.ts';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { exactTime } from '../../parts/time.ts';
import type { Key } from './key.ts';
import { isExpired, previousUntil, unusedDays } from './key-use.ts';

/** The last use of a key, its expiry and limits, and hints that it may be superfluous. */
export function KeyUsage({ of: key }: { readonly of: Key }) {
  const [now] = useState(() => Date.now());
  const unused = unusedDays(key, now);
  const previous = previousUntil(key, now);
  const expired = isExpired(key, now);
  return (
    <>
      <Text size="sm" component="div">
        {key.last_used_at === undefined ? (
          'Never used'
        ) : (
          <>
            Used <RelativeTime at={key.last_used_at} />
          </>
        )}
      </Text>
      <Group gap={6}>
        {unused !== undefined && <Mark color="yellow">Unused for {unused} days</Mark>}
        {expired && <Mark color="red">Expired</Mark>}
      </Group>
      {key.expires_at !== undefined && (
        <Note>
          {expired ? 'Expired' : 'Expires'} <RelativeTime at={key.expires_at} mayBeAhead />
        </Note>
      )}
      {previous !== undefined && (
        <Note>
          Old value works until {exactTime(previous)},{' '}
          {key.previous_key_last_used_at === undefined ? (
            'not used since the rotation'
          ) : (
            <>
              used <RelativeTime at={key.previous_key_last_used_at} />
            </>
          )}
        </Note>
      )}
      {key.rate_limit !== undefined && (
        <Note>
          {number(key.rate_limit.requests_per_second)}/s, burst {number(key.rate_limit.burst)}
        </Note>
      )}
    </>
  );
}

interface Props {
  readonly children: ReactNode;
}

const Note = ({ children }: Props) => (
  <Text size="xs" c="dimmed" component="div">
    {children}
  </Text>
);

const Mark = ({ color, children }: Props & { readonly color: string }) => (
  <Badge variant="light" size="sm" tt="none" color={color}>
    {children}
  </Badge>
);
