import { setTimeout as pause } from 'node:timers/promises';

const PATIENCE = 30_000;

/** Polls until `holds` resolves to true; `what` names the condition if it times out. */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`Timed out waiting until ${what}.`);
    await pause(20);
  }
}
