import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Whether processes can be pinned to a core here, with another one left for the client. */
export const canPin = (): boolean =>
  availableParallelism() >= 2 && spawnSync('taskset', ['--version']).error === undefined;

export const NO_PINNING =
  'processes cannot be tied to one core here: it needs taskset (Debian package util-linux) and two cores';

/** The core of the measured process, and the core of the client. */
export const MEASURED_CORE = 0;
export const ASKING_CORE = 1;
