import type { ScheduledEngine, ScheduleUnit } from '../store/port.ts';

const SECOND = 1000;
const DAY = 86_400 * SECOND;

const MILLISECONDS: Readonly<Record<ScheduleUnit, number>> = {
  second: SECOND,
  minute: 60 * SECOND,
  hour: 3600 * SECOND,
  day: DAY,
  week: 7 * DAY,
  month: 30 * DAY,
};

/**
 * Whether it is time to compute the suggestions of an engine. A last run in the future means that the clock was set back:
 * waiting until then could take any time.
 */
export function isDue({ settings, lastRun }: ScheduledEngine, now: number): boolean {
  const { scheduleFrequency, scheduleUnit } = settings;
  return lastRun > now || now - lastRun >= scheduleFrequency * MILLISECONDS[scheduleUnit];
}
