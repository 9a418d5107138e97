import { Checkbox, Group, Radio, Stack } from '@mantine/core';
import type { Form } from '../../parts/form.ts';
import type { KeyKind } from './key.ts';
import type { KeyValues } from './key-values.ts';
import { ScopeField } from './scope-field.tsx';

interface Props {
  readonly form: Form<KeyValues>;
  readonly kind: KeyKind;
}

/** Permissions and scope of a key: both for private keys, scope only for search keys, none for admin keys. */
export function KeyFields({ form, kind }: Props) {
  const { read, write, all } = form.values;
  const rights = form.input('read');
  const error = read || write ? undefined : rights.error;
  if (kind === 'admin') return null;
  return (
    <>
      {kind === 'private' && (
        <Checkbox.Group
          label="Permissions"
          value={[...(read ? ['read'] : []), ...(write ? ['write'] : [])]}
          onChange={(chosen) =>
            chosen.includes('read') === read ? form.set('write', !write) : rights.onChange(!read)
          }
          error={error}
        >
          <Group gap="lg" mt={6} mb={error === undefined ? 0 : 4}>
            <Checkbox value="read" label="Read access" aria-invalid={error !== undefined || undefined} />
            <Checkbox value="write" label="Write access" />
          </Group>
        </Checkbox.Group>
      )}
      <Radio.Group
        label="Engines"
        value={all ? 'all' : 'some'}
        onChange={(choice) => form.set('all', choice === 'all')}
      >
        <Stack gap="xs" mt={6}>
          <Radio value="all" label="Full engine access" description="All current and future engines" />
          <Radio value="some" label="Limited engine access" description="Only the engines you choose" />
        </Stack>
      </Radio.Group>
      {!all && <ScopeField {...form.input('engines')} />}
    </>
  );
}
