import { Button, Code, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useForm } from './form.ts';
import { FormErrors } from './form-errors.tsx';

interface Props {
  readonly title: string;
  /** The name to type; null closes the dialog. */
  readonly name: string | null;
  /** What will be lost. */
  readonly children: ReactNode;
  readonly button: string;
  readonly confirm: (name: string) => Promise<unknown>;
  readonly onDone?: (name: string) => void;
  readonly onClose: () => void;
}

/** Asks the person to type a name before a permanent deletion. */
export function ConfirmByName({ name, title, onClose, ...rest }: Props) {
  return (
    <Modal opened={name !== null} onClose={onClose} title={title}>
      {name !== null && <Question name={name} onClose={onClose} {...rest} />}
    </Modal>
  );
}

type QuestionProps = Omit<Props, 'title' | 'name'> & { readonly name: string };

function Question({ name, children, button, confirm, onDone, onClose }: QuestionProps) {
  const form = useForm({
    initial: { typed: '' },
    save: () => confirm(name),
    saved: () => {
      onClose();
      onDone?.(name);
    },
  });
  return (
    <form {...form.props}>
      <Stack>
        <Text size="sm" component="div">
          {children}
        </Text>
        <TextInput
          label={
            <>
              Type <Code>{name}</Code> to confirm
            </>
          }
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          {...form.input('typed')}
        />
        <FormErrors form={form} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="red" loading={form.busy} disabled={form.values.typed !== name}>
            {button}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
