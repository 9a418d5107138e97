import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '../frame/icons.ts';
import { useCopy } from './copy.ts';

/** A small button that copies a text. */
export function CopyIcon({ value, label = 'Copy' }: { readonly value: string; readonly label?: string }) {
  const { copied, copy } = useCopy();
  return (
    <Tooltip label={copied ? 'Copied' : label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={copied ? 'Copied' : label}
        onClick={() => copy(value)}
      >
        {copied ? <IconCheck size={16} stroke={1.8} /> : <IconCopy size={16} stroke={1.6} />}
      </ActionIcon>
    </Tooltip>
  );
}
