import { existsSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second. */
const TICK = 10;

/** Processor time of all threads of a process, in milliseconds; 0 if it has ended. Linux only. */
export function processorTime(pid: number): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return 0;
  // The name of the program, in parentheses, may contain blanks.
  const fields = readFileSync(file, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return TICK * (Number(fields[11]) + Number(fields[12]));
}
