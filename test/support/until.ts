import { setTimeout as pause } from 'node:timers/promises';

const PATIENCE = 30_000;

/** Waits until something holds, and says what it was if that never comes. */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`It never came about that ${what}.`);
    await pause(20);
  }
}
