import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { routeOf } from '../../addresses.ts';
import { call } from '../../api/client.ts';
import { useForm } from '../../parts/form.ts';
import { FormButtons } from '../../parts/form-buttons.tsx';
import { FormErrors } from '../../parts/form-errors.tsx';
import { notify } from '../../parts/notify.ts';
import { SecretField } from '../../parts/secret-field.tsx';
import { useAccount } from '../../session.ts';
import { type Key, type KeyKind, KINDS, kindInText } from './key.ts';
import { KeyDetails } from './key-details.tsx';
import { KeyDrawer } from './key-drawer.tsx';
import { KeyFields } from './key-fields.tsx';
import { keyNameOf } from './key-name.ts';
import { ABOUT, changedDetails, checkScope, NEW_KEY, rightsIn } from './key-values.ts';
import { refreshKeys } from './keys-query.ts';

interface Props {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export const CreateKey = ({ opened, onClose }: Props) => (
  <KeyDrawer opened={opened} onClose={onClose} title="Create a key">
    <Creation onClose={onClose} />
  </KeyDrawer>
);

function Creation({ onClose }: { readonly onClose: () => void }) {
  const [made, setMade] = useState<Key | null>(null);
  return made === null ? (
    <CreateForm onMade={setMade} onClose={onClose} />
  ) : (
    <NewKey made={made} onClose={onClose} />
  );
}

interface FormProps {
  readonly onMade: (made: Key) => void;
  readonly onClose: () => void;
}

function CreateForm({ onMade, onClose }: FormProps) {
  const account = useAccount();
  const client = useQueryClient();
  const form = useForm({
    draft: `key ${account.id}`,
    initial: NEW_KEY,
    about: ABOUT,
    check: checkScope,
    save: (values) => {
      const name = keyNameOf(values.name) || values.name;
      const body = { name, type: values.type, ...rightsIn(values), ...changedDetails(values, NEW_KEY) };
      return call<Key>('POST', routeOf.api(account.id, 'credentials'), { body });
    },
    saved: (made) => {
      notify.done('Key created.');
      void refreshKeys(client, account.id);
      onMade(made);
    },
  });
  const { name, type } = form.values;
  return (
    <form {...form.props}>
      <Stack>
        <TextInput
          label="Name"
          description={<NameHint typed={name} />}
          placeholder="my-key"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          {...form.input('name')}
        />
        <Radio.Group label="Type" value={type} onChange={(kind) => form.set('type', kind as KeyKind)}>
          <Stack gap="xs" mt={6}>
            {KINDS.map(({ kind, label, may }) => (
              <Radio key={kind} value={kind} label={label} description={may} />
            ))}
          </Stack>
        </Radio.Group>
        <KeyFields form={form} kind={type} />
        <KeyDetails form={form} />
        <FormErrors form={form} />
        <FormButtons form={form} submit="Create" onCancel={onClose} />
      </Stack>
    </form>
  );
}

/** Shows the normalised name as soon as it differs from the input. */
function NameHint({ typed }: { readonly typed: string }) {
  const name = keyNameOf(typed);
  return name === typed || name === ''
    ? 'Letters, digits and dashes. It cannot be changed later.'
    : `Your key will be named: ${name}`;
}

function NewKey({ made, onClose }: { readonly made: Key; readonly onClose: () => void }) {
  const done = useRef<HTMLButtonElement>(null);
  // The focused form no longer exists.
  useEffect(() => done.current?.focus(), []);
  return (
    <Stack>
      <Text size="sm">
        The {kindInText(made.type)} <strong>{made.name}</strong> is active. You can view its value in the list
        at any time.
      </Text>
      <div>
        <SecretField value={made.key} label={`value of ${made.name}`} />
      </div>
      <Group justify="flex-end">
        <Button ref={done} onClick={onClose}>
          Done
        </Button>
      </Group>
    </Stack>
  );
}
