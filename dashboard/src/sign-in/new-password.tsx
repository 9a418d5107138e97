import { PasswordInput } from '@mantine/core';
import { limits } from '../../../src/limits.ts';

interface Props {
  readonly value: string;
  readonly onChange: (next: unknown) => void;
  readonly error: string | undefined;
  readonly name: string;
  readonly label?: string;
}

/** The password can be revealed while typing, so there is no second input. */
export const NewPassword = ({ label = 'Password', ...input }: Props) => (
  <PasswordInput
    label={label}
    description={`At least ${limits.passwordLength.least} characters. A phrase of several unrelated words works best.`}
    autoComplete="new-password"
    required
    withAsterisk={false}
    {...input}
  />
);
