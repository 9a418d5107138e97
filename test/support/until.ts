import { setTimeout as pause } from 'node:timers/promises';

const TIMEOUT = 120_000;

/** Polls until `holds` resolves to true; `what` names the condition if it times out. */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  // Not Date, which a test may mock.
  const end = performance.now() + TIMEOUT;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Timed out waiting until ${what}.`);
    await pause(20);
  }
}
