import { Button, Group } from '@mantine/core';

interface Props {
  readonly form: { readonly busy: boolean; readonly reset: () => void };
  /** The label of the submit button. */
  readonly submit: string;
  readonly disabled?: boolean;
  readonly onCancel: () => void;
}

/** Cancel and submit buttons of a form in a dialog. Cancel discards the draft; closing the dialog otherwise keeps it. */
export const FormButtons = ({ form, submit, disabled = false, onCancel }: Props) => (
  <Group justify="flex-end">
    <Button
      variant="default"
      onClick={() => {
        form.reset();
        onCancel();
      }}
    >
      Cancel
    </Button>
    <Button type="submit" loading={form.busy} disabled={disabled}>
      {submit}
    </Button>
  </Group>
);
