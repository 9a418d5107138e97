const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** When backups are made: after a time, or at a time of day by UTC. All in milliseconds. */
export type BackupSchedule =
  | { readonly kind: 'interval'; readonly length: number }
  | { readonly kind: 'daily'; readonly timeOfDay: number };

const LONGEST = 31 * DAY;

/** `90m`, `6h` or `03:30`. */
export function parseBackupSchedule(text: string): BackupSchedule | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (hours !== undefined) {
    return { kind: 'daily', timeOfDay: Number(hours) * HOUR + Number(minutes) * MINUTE };
  }
  const [, count, unit] = /^([1-9]\d{0,4})([mh])$/.exec(text) ?? [];
  const length = Number(count) * (unit === 'h' ? HOUR : MINUTE);
  return length <= LONGEST ? { kind: 'interval', length } : undefined;
}

/** In words, as the end of "Backups are made ...". */
export function scheduleText(schedule: BackupSchedule): string {
  if (schedule.kind === 'daily') {
    return `every day at ${new Date(schedule.timeOfDay).toISOString().slice(11, 16)} UTC`;
  }
  const { length } = schedule;
  const [count, unit] = length % HOUR === 0 ? [length / HOUR, 'hour'] : [length / MINUTE, 'minute'];
  return count === 1 ? `every ${unit}` : `every ${count} ${unit}s`;
}

/**
 * When the next backup is due. Without an earlier one it is due now: a new destination should prove itself while somebody
 * looks. So it is if the last one is in the future, because the clock was set back.
 */
export function nextBackupAt(schedule: BackupSchedule, last: number | undefined, now: number): number {
  if (last === undefined || last > now) return now;
  if (schedule.kind === 'interval') return last + schedule.length;
  const midnight = Math.floor(last / DAY) * DAY;
  const sameDay = midnight + schedule.timeOfDay;
  return sameDay > last ? sameDay : sameDay + DAY;
}
