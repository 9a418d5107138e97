import type { MouseEvent as ReactMouseEvent } from 'react';

/**
 * Props of a table row that opens its first link wherever it is clicked, as the highlight under the pointer suggests. The
 * link itself remains for the keyboard and for screen readers.
 */
export const rowLink = {
  style: { cursor: 'pointer' },
  onClick: (event: ReactMouseEvent<HTMLElement>): void => {
    const { target, currentTarget, ctrlKey, metaKey, shiftKey } = event;
    const isControl = target instanceof Element && target.closest('a, button') !== null;
    // Selecting text in a row ends with a click too.
    if (isControl || getSelection()?.type === 'Range') return;
    const click = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey });
    currentTarget.querySelector('a')?.dispatchEvent(click);
  },
} as const;
