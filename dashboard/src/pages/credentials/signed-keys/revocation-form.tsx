import { Button, Select, Stack, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { useForm } from '../../../parts/form.ts';
import { FormErrors } from '../../../parts/form-errors.tsx';
import { notify } from '../../../parts/notify.ts';
import { useAccount } from '../../../session.ts';
import { maySign } from '../key.ts';
import { allKeysQuery } from '../keys-query.ts';
import { momentIn } from './local-moment.ts';
import { refreshRevocations, revocationsPath } from './revocations-query.ts';

const EMPTY = { sub: '', jti: '', issuedBefore: '', key: '' };

/** Revokes signed search keys by user, token or time. */
export function RevocationForm() {
  const account = useAccount();
  const client = useQueryClient();
  const keys = useQuery(allKeysQuery(account.id)).data ?? [];
  const form = useForm({
    draft: `revocation ${account.id}`,
    initial: EMPTY,
    about: { sub: /^(sub|revocation must)\b/i, jti: /^jti\b/i, issuedBefore: /^issued/i, key: /^api key/i },
    save: (values) => call('POST', revocationsPath(account.id), { body: bodyOf(values) }),
    saved: () => {
      form.reset();
      notify.done('Signed search keys revoked.');
      void refreshRevocations(client, account.id);
    },
  });
  return (
    <form {...form.props}>
      <Stack maw={480}>
        <TextInput
          label="User"
          description="The claim sub of the tokens."
          autoComplete="off"
          spellCheck={false}
          {...form.input('sub')}
        />
        <TextInput
          label="Token"
          description="The claim jti of one token."
          autoComplete="off"
          spellCheck={false}
          {...form.input('jti')}
        />
        <TextInput
          type="datetime-local"
          label="Issued before"
          description="In your time zone. A token without the claim iat counts as issued in 1970."
          {...form.input('issuedBefore')}
        />
        <Select
          label="Signed with"
          description="Only together with another condition."
          placeholder="Any key"
          clearable
          data={keys.filter(maySign).map(({ name }) => name)}
          {...form.input('key')}
          value={form.values.key === '' ? null : form.values.key}
          onChange={(name) => form.set('key', name ?? '')}
        />
        <FormErrors form={form} />
        <div>
          <Button type="submit" loading={form.busy}>
            Revoke
          </Button>
        </div>
      </Stack>
    </form>
  );
}

function bodyOf({ sub, jti, issuedBefore, key }: typeof EMPTY): object {
  const seconds = momentIn(issuedBefore);
  return {
    ...(sub !== '' && { sub }),
    ...(jti !== '' && { jti }),
    ...(seconds !== undefined && { issued_before: new Date(seconds * 1000).toISOString() }),
    ...(key !== '' && { api_key_name: key }),
  };
}
