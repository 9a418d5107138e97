import { Alert, Select, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { routeOf } from '../../addresses.ts';
import { call, type Versioned } from '../../api/client.ts';
import { isConflict } from '../../api/errors.ts';
import { useForm } from '../../parts/form.ts';
import { FormButtons } from '../../parts/form-buttons.tsx';
import { FormErrors } from '../../parts/form-errors.tsx';
import { notify } from '../../parts/notify.ts';
import { exactTime } from '../../parts/time.ts';
import { useAccount } from '../../session.ts';
import { type Key, maySign } from './key.ts';
import { previousUntil } from './key-use.ts';
import { refreshKeys } from './keys-query.ts';

const HOUR = 3600;
const OVERLAPS = [
  { value: '0', label: 'Not at all: the value has leaked' },
  { value: String(HOUR), label: '1 hour' },
  { value: String(24 * HOUR), label: '1 day' },
  { value: String(7 * 24 * HOUR), label: '7 days' },
  { value: String(30 * 24 * HOUR), label: '30 days' },
];

interface Props {
  readonly seen: Versioned<Key>;
  /** Reads the key after a change by someone else. */
  readonly onReload: () => unknown;
  readonly onRotated: (key: Key) => void;
  readonly onClose: () => void;
}

export function RotateForm({ seen: { data: key, version }, onReload, onRotated, onClose }: Props) {
  const account = useAccount();
  const client = useQueryClient();
  const [now] = useState(() => Date.now());
  const until = previousUntil(key, now);
  const form = useForm({
    initial: { overlap: String(24 * HOUR) },
    about: { overlap: /^overlap/i },
    save: async ({ overlap }) => {
      try {
        return await call<Key>('POST', routeOf.api(account.id, 'credentials', key.name, 'rotate'), {
          body: { overlap_seconds: Number(overlap) },
          ifMatch: version,
        });
      } catch (error) {
        if (isConflict(error)) onReload();
        throw error;
      }
    },
    saved: (rotated) => {
      notify.done(`${key.name} has a new value.`);
      onRotated(rotated);
      void refreshKeys(client, account.id);
    },
  });
  return (
    <form {...form.props}>
      <Stack>
        <Text size="sm">
          <strong>{key.name}</strong> gets a new value. Name, permissions and engines stay. Move your
          applications to the new value while the old one still works.
        </Text>
        <Select
          label="Keep accepting the old value for"
          data={OVERLAPS}
          allowDeselect={false}
          data-autofocus
          {...form.input('overlap')}
        />
        {until !== undefined && (
          <Warning>
            This key was rotated before: an older value works until {exactTime(until)}. If you rotate again,
            that value is refused at once.
          </Warning>
        )}
        {form.values.overlap === '0' && (
          <Warning>
            Requests with the old value are refused at once
            {maySign(key) && ', and so are all search keys signed with it'}.
          </Warning>
        )}
        <FormErrors form={form} />
        <FormButtons form={form} submit="Rotate" onCancel={onClose} />
      </Stack>
    </form>
  );
}

const Warning = ({ children }: { readonly children: ReactNode }) => (
  <Alert color="yellow" variant="light" role="status" icon={<IconAlertTriangle size={18} stroke={1.6} />}>
    {children}
  </Alert>
);
