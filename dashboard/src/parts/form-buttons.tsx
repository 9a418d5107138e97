import { Button, Group } from '@mantine/core';
import type { Form } from './form.ts';

interface Props {
  readonly form: Pick<Form<Record<string, unknown>>, 'busy'>;
  /** The label of the submit button. */
  readonly submit: string;
  readonly disabled?: boolean;
  readonly onCancel: () => void;
}

/** Cancel and submit buttons of a form in a dialog. */
export const FormButtons = ({ form, submit, disabled = false, onCancel }: Props) => (
  <Group justify="flex-end">
    <Button variant="default" onClick={onCancel}>
      Cancel
    </Button>
    <Button type="submit" loading={form.busy} disabled={disabled}>
      {submit}
    </Button>
  </Group>
);
