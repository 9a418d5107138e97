import { Button, Group, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { routeOf } from '../../../addresses.ts';
import { call } from '../../../api/client.ts';
import type { SignedToken } from '../../../api/types.ts';
import { CodeBlock } from '../../../parts/code-block.tsx';
import { ErrorBox } from '../../../parts/error-box.tsx';
import { useAccount } from '../../../session.ts';
import type { Signing } from './code/program.ts';
import { expOf } from './expiry.ts';

interface Props {
  readonly signing: Signing;
  readonly onTry: (token: string) => void;
}

/** Signs the spec on the server. */
export function SignHere({ signing: { keyName, claims, expiry }, onTry }: Props) {
  const account = useAccount();
  const sign = useMutation({
    mutationFn: () => {
      const exp = expOf(expiry, Date.now() / 1000);
      return call<SignedToken>('POST', routeOf.account(account.id, 'tokens', 'sign'), {
        body: { key: keyName, claims: { ...claims, ...(exp !== undefined && { exp }) } },
      });
    },
  });
  return (
    <Stack>
      <ErrorBox error={sign.error} />
      {sign.data !== undefined && <CodeBlock code={sign.data.token} label="token" wrap maxHeight={180} />}
      <Group>
        <Button
          variant={sign.data === undefined ? 'filled' : 'default'}
          loading={sign.isPending}
          onClick={() => sign.mutate()}
        >
          {sign.data === undefined ? 'Sign' : 'Sign again'}
        </Button>
        {sign.data !== undefined && <Button onClick={() => onTry(sign.data.token)}>Test</Button>}
      </Group>
    </Stack>
  );
}
