import { readFileSync } from 'node:fs';

/** Milliseconds for which a thread ran, and for which it waited for a core; 0 if it is not there, or not on Linux. */
export function scheduledTime(
  pid: number,
  thread: number | string,
): { readonly ran: number; readonly queued: number } {
  try {
    const [ran = 0, queued = 0] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8')
      .split(' ')
      .map(Number);
    return { ran: ran / 1e6, queued: queued / 1e6 };
  } catch {
    return { ran: 0, queued: 0 };
  }
}
