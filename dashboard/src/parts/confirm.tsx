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
  /** For what destroys something. */
  readonly danger?: boolean;
  /** What the other button says, where "Cancel" could be taken for the action itself. */
  readonly stay?: string;
}

/** A question before something that is easily made good again; else `ConfirmByName`. */
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
