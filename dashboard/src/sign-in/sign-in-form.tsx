import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { call } from '../api/client.ts';
import type { SessionState, SignIn } from '../api/types.ts';
import { useForm } from '../parts/form.ts';
import { FormErrors } from '../parts/form-errors.tsx';

interface Props {
  readonly login?: string;
  readonly onSignedIn: (state: SessionState) => void;
}

export function SignInForm({ login = '', onSignedIn }: Props) {
  const form = useForm<SignIn & Record<string, string>, SessionState>({
    initial: { login, password: '' },
    save: (body) => call('POST', '/session', { body, untracked: true, withoutSession: true }),
    saved: onSignedIn,
  });
  return (
    <form {...form.props}>
      <Stack>
        <TextInput
          label="Name or email address"
          autoComplete="username"
          required
          withAsterisk={false}
          autoFocus={login === ''}
          {...form.input('login')}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          autoFocus={login !== ''}
          data-autofocus={login !== '' || undefined}
          {...form.input('password')}
        />
        <FormErrors form={form} />
        <Button type="submit" loading={form.busy}>
          Sign in
        </Button>
      </Stack>
    </form>
  );
}
