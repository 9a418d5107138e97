import { Modal, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { pageOf } from '../../addresses.ts';
import { call } from '../../api/client.ts';
import { sessionQuery } from '../../api/queries.ts';
import type { AccountFacts } from '../../api/types.ts';
import { useForm } from '../../parts/form.ts';
import { FormButtons } from '../../parts/form-buttons.tsx';
import { FormErrors } from '../../parts/form-errors.tsx';
import { notify } from '../../parts/notify.ts';

interface Props {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Creates an account with its own search key and private key. */
export const CreateAccount = ({ opened, onClose }: Props) => (
  <Modal opened={opened} onClose={onClose} title="Create an account">
    <CreateForm onClose={onClose} />
  </Modal>
);

function CreateForm({ onClose }: Pick<Props, 'onClose'>) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const form = useForm({
    draft: 'account',
    initial: { name: '' },
    about: { name: /name/i },
    save: ({ name }) => call<AccountFacts>('POST', '/accounts', { body: { name } }),
    saved: async ({ name, host_identifier: id }) => {
      // Refresh the session first: the pages of an account need it there.
      await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
      notify.done(`Account ${name} created, with its own search key and private key.`);
      navigate(pageOf.engines(id));
    },
  });
  return (
    <form {...form.props}>
      <Stack>
        <TextInput
          label="Name"
          description="Letters, digits and dashes. Clients address the account by a host identifier, which is assigned automatically."
          placeholder="my-shop"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          {...form.input('name')}
        />
        <FormErrors form={form} />
        <FormButtons form={form} submit="Create" onCancel={onClose} />
      </Stack>
    </form>
  );
}
