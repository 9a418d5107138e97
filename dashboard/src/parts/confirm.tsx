import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorBox } from './error-box.tsx';

interface Props {
  readonly opened: boolean;
  readonly title: string;
  readonly children: ReactNode;
  readonly button: string;
  readonly confirm: () => Promise<unknown>;
  readonly onDone?: () => void;
  readonly onClose: () => void;
  /** For destructive actions. */
  readonly danger?: boolean;
  /** The label of the other button, where "Cancel" could be mistaken for the action. */
  readonly stay?: string;
}

/** A confirmation for reversible actions; see `ConfirmByName` for others. */
export function Confirm({
  opened,
  title,
  children,
  button,
  confirm,
  onDone,
  onClose,
  danger = false,
  stay = 'Cancel',
}: Props) {
  const action = useMutation({
    mutationFn: confirm,
    onSuccess: () => {
      onClose();
      onDone?.();
    },
  });
  const close = (): void => {
    action.reset();
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title={title}>
      <Stack>
        <Text size="sm" component="div">
          {children}
        </Text>
        <ErrorBox error={action.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            {stay}
          </Button>
          <Button
            {...(danger && { color: 'red' })}
            loading={action.isPending}
            onClick={() => action.mutate()}
          >
            {button}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
