import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { limits } from '../../../../src/limits.ts';
import { enginesQuery } from '../../api/queries.ts';
import { useAccount } from '../../session.ts';

interface Props extends MultiSelectProps {
  /** Engines that are sources already. */
  readonly taken: readonly string[];
}

/** Engines that can become sources of a meta engine. */
export function SourceField({ taken, ...props }: Props) {
  const account = useAccount();
  const engines = useSuspenseQuery(enginesQuery(account.id)).data.results;
  const names = engines.flatMap(({ name, type }) => (type === 'meta' || taken.includes(name) ? [] : [name]));
  return (
    <MultiSelect
      description={`Up to ${limits.sourceEngines} engines of the same language.`}
      placeholder={(props.value ?? []).length === 0 ? 'Choose engines' : undefined}
      data={names}
      searchable
      nothingFoundMessage="No other engines"
      comboboxProps={{ withinPortal: false }}
      {...props}
    />
  );
}
