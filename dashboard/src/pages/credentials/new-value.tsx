import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { SecretField } from '../../parts/secret-field.tsx';
import { exactTime } from '../../parts/time.ts';
import type { Key } from './key.ts';

/** The value of a key after a rotation. */
export function NewValue({ of: key, onClose }: { readonly of: Key; readonly onClose: () => void }) {
  const done = useRef<HTMLButtonElement>(null);
  // The focused form no longer exists.
  useEffect(() => done.current?.focus(), []);
  return (
    <Stack>
      <Text size="sm" component="div">
        The new value of <strong>{key.name}</strong>. You can view it in the list at any time.{' '}
        {key.previous_key_expires_at !== undefined &&
          `The old value works until ${exactTime(key.previous_key_expires_at)}.`}
      </Text>
      <div>
        <SecretField value={key.key} label={`new value of ${key.name}`} />
      </div>
      <Group justify="flex-end">
        <Button ref={done} onClick={onClose}>
          Done
        </Button>
      </Group>
    </Stack>
  );
}
