import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Whether processes can be tied to a core here, with another one left for whoever asks. */
export const canPin = (): boolean =>
  availableParallelism() >= 2 && spawnSync('taskset', ['--version']).error === undefined;

export const NO_PINNING =
  'processes cannot be tied to one core here: it needs taskset (Debian package util-linux) and two cores';

/** The core of what is measured, and the one of whoever asks. */
export const MEASURED_CORE = 0;
export const ASKING_CORE = 1;
