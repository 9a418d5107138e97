import { ActionIcon, Tooltip } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';

interface Props {
  readonly icon: Icon;
  /** The tooltip. */
  readonly label: string;
  /** The document, for screen readers. */
  readonly title: string;
  /** For buttons that turn something on and off. */
  readonly pressed?: boolean;
  /** Has no effect, but keeps the focus. */
  readonly inactive?: boolean;
  readonly onClick: () => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

/** An icon button in the row of a document. */
export const RowButton = ({
  icon: Icon,
  label,
  title,
  pressed,
  inactive = false,
  onClick,
  onKeyDown,
}: Props) => (
  <Tooltip label={label}>
    <ActionIcon
      variant={pressed === true ? 'light' : 'subtle'}
      color={pressed === true ? 'lichen' : 'gray'}
      aria-label={`${label} ${title}`}
      {...(pressed !== undefined && { 'aria-pressed': pressed })}
      {...(inactive && { 'aria-disabled': true, 'data-disabled': true })}
      onClick={() => {
        if (!inactive) onClick();
      }}
      {...(onKeyDown && { onKeyDown })}
    >
      <Icon size={16} stroke={1.6} />
    </ActionIcon>
  </Tooltip>
);
