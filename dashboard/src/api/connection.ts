import { onlineManager } from '@tanstack/react-query';
import { observable } from './observable.ts';

/** Whether the last request reached the server. */
export const connection = observable<'there' | 'lost'>('there');

const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 10_000;

/** Called when a request could not reach the server. Queries wait until it is back; writes do not. */
export function connectionLost(): void {
  if (connection.get() === 'lost') return;
  connection.set('lost');
  onlineManager.setOnline(false);
  void askUntilBack();
}

async function askUntilBack(): Promise<void> {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE)) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (await isThere()) break;
  }
  connection.set('there');
  onlineManager.setOnline(true);
}

async function isThere(): Promise<boolean> {
  try {
    return (await fetch('/health', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
