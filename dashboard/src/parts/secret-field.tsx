import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { IconEye, IconEyeOff } from '../frame/icons.ts';
import { CopyIcon } from './copy-icon.tsx';
import styles from './secret-field.module.css';

interface Props {
  readonly value: string;
  /** Accessible name: `value of my-key`. */
  readonly label: string;
  /** For values that are not secret: always visible. */
  readonly open?: boolean;
}

/** A secret to reveal, hide and copy. It can be copied without being shown. */
export function SecretField({ value, label, open = false }: Props) {
  const [shown, setShown] = useState(open);
  return (
    <Group gap={2} wrap="nowrap" className={styles.field}>
      <code className={styles.value} data-testid="value">
        {shown ? value : '•'.repeat(16)}
      </code>
      {!open && (
        <Tooltip label={shown ? 'Hide' : 'Reveal'}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`${shown ? 'Hide' : 'Reveal'} ${label}`}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            {shown ? <IconEyeOff size={16} stroke={1.6} /> : <IconEye size={16} stroke={1.6} />}
          </ActionIcon>
        </Tooltip>
      )}
      <CopyIcon value={value} label={`Copy ${label}`} />
    </Group>
  );
}

/** A URL or name to copy. */
export const CopyField = ({ value, label }: { readonly value: string; readonly label: string }) => (
  <SecretField value={value} label={label} open />
);
