import { ErrorBox } from './error-box.tsx';
import type { Form } from './form.ts';

/** What the server refused and no input is to blame for. */
export const FormErrors = ({ form }: { readonly form: Pick<Form<Record<string, unknown>>, 'rest'> }) => (
  <ErrorBox messages={form.rest} />
);
