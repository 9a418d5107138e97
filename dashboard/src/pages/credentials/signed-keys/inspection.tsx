import { Alert, Badge, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { routeOf } from '../../../addresses.ts';
import { call } from '../../../api/client.ts';
import type { TokenInspection } from '../../../api/types.ts';
import { CodeBlock } from '../../../parts/code-block.tsx';
import { ErrorBox } from '../../../parts/error-box.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { RelativeTime } from '../../../parts/relative-time.tsx';
import { exactTime } from '../../../parts/time.ts';
import { useAccount } from '../../../session.ts';
import { kindInText } from '../key.ts';

interface Props {
  readonly token: string;
  /** Shown for an accepted key; gets the engines in its scope, null for all. */
  readonly children: (engines: readonly string[] | null) => ReactNode;
}

/** Shows the signer, the restrictions and whether the key is accepted. */
export function Inspection({ token, children }: Props) {
  const account = useAccount();
  const { data, error } = useQuery({
    queryKey: ['account', account.id, 'keys', 'inspection', token],
    // Depends on the time: an expired key must not look valid.
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) =>
      call<TokenInspection>('POST', routeOf.account(account.id, 'tokens', 'inspect'), {
        body: { token },
        signal,
        untracked: true,
      }),
  });
  if (error !== null) return <ErrorBox error={error} />;
  if (data === undefined) return null;
  return (
    <>
      <Panel title="Details">
        <Stack>
          <Outcome of={data} />
          {data.kind !== null && <Facts facts={factsOf(data)} />}
          {data.restrictions !== null && <Restrictions of={data.restrictions} />}
        </Stack>
      </Panel>
      {data.accepted && children(data.engines)}
    </>
  );
}

function Restrictions({ of: restrictions }: { readonly of: Readonly<Record<string, unknown>> }) {
  if (Object.keys(restrictions).length === 0) return <Text size="sm">No restrictions.</Text>;
  return (
    <div>
      <Text size="sm" fw={550} mb={6}>
        Restrictions
      </Text>
      <CodeBlock code={JSON.stringify(restrictions, null, 2)} label="restrictions" wrap maxHeight={320} />
    </div>
  );
}

function Outcome({ of: { accepted, remarks } }: { readonly of: TokenInspection }) {
  const Icon = !accepted ? IconX : remarks.length > 0 ? IconAlertTriangle : IconCheck;
  return (
    <Alert
      role="status"
      variant="light"
      color={!accepted ? 'red' : remarks.length > 0 ? 'yellow' : 'lichen'}
      icon={<Icon size={18} stroke={1.8} />}
      title={accepted ? 'Searches with this key are accepted' : 'Searches with this key are refused'}
    >
      {remarks.length > 0 &&
        remarks.map((remark) => (
          <Text key={remark} size="sm">
            {remark}
          </Text>
        ))}
    </Alert>
  );
}

function factsOf(data: TokenInspection) {
  const { kind, key_name: name, signature_valid: isValid, expires_at: ends, not_before: begins } = data;
  const { engines } = data;
  const isSigned = kind === 'signed';
  return {
    Kind: kind === null || isSigned ? 'signed search key' : kindInText(kind),
    [isSigned ? 'Signed by' : 'Name']: (
      <Group gap="xs">
        <Text span size="sm" fw={550}>
          {name}
        </Text>
        {isSigned && (
          <Badge variant="light" size="sm" tt="none" color={isValid ? 'lichen' : 'red'}>
            {isValid ? 'valid signature' : 'invalid signature'}
          </Badge>
        )}
      </Group>
    ),
    ...(begins !== null && { 'Valid from': <Moment at={begins} /> }),
    ...(isSigned && { Expires: ends === null ? 'never' : <Moment at={ends} /> }),
    ...(data.accepted && { Engines: engines === null ? 'all' : engines.join(', ') || 'none' }),
  };
}

const Moment = ({ at }: { readonly at: string }) => (
  <>
    {exactTime(at)} (<RelativeTime at={at} mayBeAhead />)
  </>
);
