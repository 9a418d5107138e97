import { notifications } from '@mantine/notifications';
import { messagesOf } from '../api/errors.ts';

/** Short words at the edge of the window. What somebody has to act on belongs beside its cause instead. */
export const notify = {
  done: (message: string): void => void notifications.show({ message, color: 'lichen' }),
  failed: (error: unknown): void => {
    for (const message of messagesOf(error)) notifications.show({ message, color: 'red', autoClose: 10_000 });
  },
  /** With something to press, such as Undo. */
  show: notifications.show,
  hide: notifications.hide,
};
