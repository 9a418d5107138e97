import { Button } from '@mantine/core';
import { SAMPLES, useSample } from './samples.ts';

/** The samples, for those who have no engine yet. */
export function SampleButtons() {
  const make = useSample();
  return SAMPLES.map(({ sample, label }) => (
    <Button
      key={sample}
      variant="default"
      loading={make.isPending && make.variables === sample}
      disabled={make.isPending}
      onClick={() => make.mutate(sample)}
    >
      {label}
    </Button>
  ));
}
