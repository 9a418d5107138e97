import { Button } from '@mantine/core';
import { SAMPLES, useSample } from './samples.ts';

/** The samples as buttons, for accounts without engines. */
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
