import { Alert, Select, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type Key, kindInText, modeOf } from '../key.ts';

interface Props {
  readonly signer: Key;
  readonly signers: readonly Key[];
  readonly onChange: (name: string) => void;
}

/** The signing key, with warnings. */
export const SignerField = ({ signer, signers, onChange }: Props) => (
  <Stack gap="xs">
    <Select
      label="Signed by"
      data={signers.map((key) => ({ value: key.name, label: `${key.name} (${describe(key)})` }))}
      value={signer.name}
      allowDeselect={false}
      searchable={signers.length > 8}
      onChange={(name) => name !== null && onChange(name)}
      {...(signer.type === 'private' &&
        signer.write === true && {
          description: 'This key can also write. A read-only key is safer for signing.',
        })}
    />
    {signer.type === 'search' && (
      <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} stroke={1.6} />}>
        Search keys are meant to be public. Anyone who knows this key can search without these restrictions
        and sign keys of their own. Sign with a read-only private key.
      </Alert>
    )}
  </Stack>
);

const describe = (key: Key): string =>
  key.type === 'search' ? kindInText(key.type) : `private, ${modeOf(key)}`;
