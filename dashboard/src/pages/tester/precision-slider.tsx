import { Slider } from '@mantine/core';
import { PRECISIONS } from './precision.ts';

interface Props {
  readonly value: number;
  readonly onChange: (precision: number) => void;
  readonly mt: number;
}

/** A precision, read out with its description. */
export const PrecisionSlider = (props: Props) => (
  <Slider
    mx={6}
    min={1}
    max={PRECISIONS.length}
    label={null}
    thumbLabel="Precision"
    thumbValueText={(value) => `${value}: ${PRECISIONS[value - 1]}`}
    marks={PRECISIONS.map((_, at) => ({ value: at + 1 }))}
    {...props}
  />
);
