import { ErrorBox } from './error-box.tsx';
import type { Form } from './form.ts';

/** Error messages that belong to no input. */
export const FormErrors = ({ form }: { readonly form: Pick<Form<Record<string, unknown>>, 'rest'> }) => (
  <ErrorBox messages={form.rest} />
);
