import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { pageOf } from '../../addresses.ts';
import type { EngineItem } from '../../api/types.ts';
import { useAccount } from '../../session.ts';
import { SAMPLES, useSample } from './samples.ts';

/** A button for each sample: creates its engine, or opens it if it exists. */
export function SampleButtons({ engines }: { readonly engines: readonly EngineItem[] }) {
  const account = useAccount();
  const make = useSample();
  return SAMPLES.map(({ sample, label, engine }) =>
    engines.some(({ name }) => name === engine) ? (
      <Button key={sample} variant="default" component={Link} href={pageOf.engine(account.id, engine)}>
        Open {label}
      </Button>
    ) : (
      <Button
        key={sample}
        variant="default"
        loading={make.isPending && make.variables === sample}
        disabled={make.isPending}
        onClick={() => make.mutate(sample)}
      >
        {label}
      </Button>
    ),
  );
}
