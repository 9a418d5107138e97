import { Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { routeOf } from '../../addresses.ts';
import { call } from '../../api/client.ts';
import { peopleQuery } from '../../api/queries.ts';
import type { NewInvitation, Role } from '../../api/types.ts';
import { useForm } from '../../parts/form.ts';
import { FormButtons } from '../../parts/form-buttons.tsx';
import { FormErrors } from '../../parts/form-errors.tsx';
import { CopyField } from '../../parts/secret-field.tsx';
import { ROLE_NAMES, useAccount } from '../../session.ts';
import { ROLES } from './roles.ts';

interface Props {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export const InvitePerson = ({ opened, onClose }: Props) => (
  <Modal opened={opened} onClose={onClose} title="Invite a person">
    <Invitation onClose={onClose} />
  </Modal>
);

function Invitation({ onClose }: { readonly onClose: () => void }) {
  const [made, setMade] = useState<NewInvitation | null>(null);
  return made === null ? (
    <InvitationForm onMade={setMade} onClose={onClose} />
  ) : (
    <Link made={made} onClose={onClose} />
  );
}

function InvitationForm({
  onMade,
  onClose,
}: {
  readonly onMade: (made: NewInvitation) => void;
  readonly onClose: () => void;
}) {
  const account = useAccount();
  const client = useQueryClient();
  const form = useForm({
    initial: { role: 'editor' as Role, email: '' },
    save: ({ role, email }) =>
      call<NewInvitation>('POST', routeOf.account(account.id, 'invitations'), {
        body: { role, email: email === '' ? null : email },
      }),
    saved: (made) => {
      onMade(made);
      void client.invalidateQueries({ queryKey: peopleQuery(account.id).queryKey });
    },
  });
  return (
    <form {...form.props}>
      <Stack>
        <Radio.Group
          label="Role"
          value={form.values.role}
          onChange={(role) => form.set('role', role as Role)}
        >
          <Stack gap="xs" mt={6}>
            {ROLES.map(({ role, may }) => (
              <Radio
                key={role}
                value={role}
                label={ROLE_NAMES[role]}
                description={may}
                data-autofocus={role === 'editor' || undefined}
              />
            ))}
          </Stack>
        </Radio.Group>
        <TextInput
          label="Email address"
          description="Optional, as a note for this list. No email is sent; share the link yourself."
          type="email"
          autoComplete="off"
          {...form.input('email')}
        />
        <FormErrors form={form} />
        <FormButtons form={form} submit="Create link" onCancel={onClose} />
      </Stack>
    </form>
  );
}

function Link({ made, onClose }: { readonly made: NewInvitation; readonly onClose: () => void }) {
  return (
    <Stack>
      <Text size="sm">
        Share this link. It is shown only now, works once, and gives the person who opens it the{' '}
        {ROLE_NAMES[made.role]} role.
      </Text>
      <CopyField value={location.origin + made.path} label="invitation link" />
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}
