import { Group, Progress, Text } from '@mantine/core';
import { number } from './numbers.ts';
import { duration } from './time.ts';

interface Props {
  /** The activity: `Reindexing`. */
  readonly label: string;
  readonly done: number;
  readonly total: number;
  /** The unit: `documents`. */
  readonly unit: string;
  readonly perSecond?: number | null;
  readonly secondsLeft?: number | null;
}

/** Progress, speed and remaining time. */
export function ProgressLine({ label, done, total, unit, perSecond, secondsLeft }: Props) {
  const percent = total === 0 ? 0 : Math.min(100, (done / total) * 100);
  const facts = [
    `${number(done)} of ${number(total)} ${unit}`,
    ...(perSecond ? [`${number(Math.round(perSecond))} per second`] : []),
    ...(secondsLeft === null || secondsLeft === undefined ? [] : [`${duration(secondsLeft)} left`]),
  ];
  return (
    <div>
      <Group justify="space-between" gap="xs" mb={6}>
        <Text size="sm" fw={550}>
          {label}
        </Text>
        <Text size="sm" className="numbers">
          {Math.floor(percent)} %
        </Text>
      </Group>
      <Progress.Root size="md">
        <Progress.Section value={percent} aria-label={label} />
      </Progress.Root>
      <Text size="sm" c="dimmed" mt={6} className="numbers">
        {facts.join(' · ')}
      </Text>
    </div>
  );
}
