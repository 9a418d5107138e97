import { notifications } from '@mantine/notifications';
import { messagesOf } from '../api/errors.ts';

/** Toasts. Messages that require action belong next to their cause instead. */
export const notify = {
  done: (message: string): void => void notifications.show({ message, color: 'lichen' }),
  failed: (error: unknown): void => {
    for (const message of messagesOf(error)) notifications.show({ message, color: 'red', autoClose: 10_000 });
  },
  /** With an action such as Undo. */
  show: notifications.show,
  hide: notifications.hide,
};
