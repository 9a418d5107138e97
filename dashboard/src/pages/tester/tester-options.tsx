import { Button, Collapse, Input, MultiSelect, NativeSelect, Stack, Textarea } from '@mantine/core';
import { useCallback, useId } from 'react';
import type { FieldType } from '../../api/types.ts';
import { IconChevronDown } from '../../frame/icons.ts';
import { useDebouncedInput } from '../../parts/debounced-input.ts';
import { PRECISIONS } from './precision.ts';
import { PrecisionSlider } from './precision-slider.tsx';
import { chosenFacets, plainFields } from './search-body.ts';
import type { Problems } from './search-problems.ts';
import styles from './tester.module.css';
import { DEFAULTS, type TesterState } from './tester-state.ts';

interface Props {
  readonly state: TesterState;
  readonly schema: Readonly<Record<string, FieldType>>;
  readonly change: (next: Partial<TesterState>) => void;
  readonly problems: Problems;
}

const OPTIONS = ['filters', 'facets', 'precision', 'sort'] as const;

/** Search options, collapsed by default. */
export function TesterOptions({ state, schema, change, problems }: Props) {
  const id = useId();
  const opened = state.options === 'on';
  const set = OPTIONS.filter((name) => state[name] !== DEFAULTS[name]).length;
  const commit = useCallback((filters: string) => change({ filters }), [change]);
  const { typed, setTyped } = useDebouncedInput(state.filters, commit);
  const fields = plainFields(schema);
  const example = JSON.stringify({ [fields[0] ?? 'title']: 'a value' });
  const precision = Number(state.precision);
  return (
    <div>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        aria-expanded={opened}
        aria-controls={id}
        rightSection={
          <IconChevronDown size={14} className={opened ? styles.turned : undefined} aria-hidden />
        }
        onClick={() => change({ options: opened ? '' : 'on', page: state.page })}
      >
        Filters, facets, precision, order{set > 0 && ` (${set} set)`}
      </Button>
      <Collapse expanded={opened} id={id}>
        <Stack gap="md" pt="sm">
          <Textarea
            label="Filters"
            description="JSON, as in the API"
            placeholder={example}
            autosize
            minRows={2}
            maxRows={12}
            spellCheck={false}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12.5 } }}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={problems.filters}
          />
          <div className={styles.pair}>
            <MultiSelect
              label="Facets"
              description="Fields to count values of"
              placeholder={state.facets === '' ? 'Choose fields' : undefined}
              data={fields}
              searchable
              clearable
              hidePickedOptions
              value={chosenFacets(state, schema)}
              onChange={(names) => change({ facets: names.join(',') })}
              error={problems.facets}
            />
            <NativeSelect
              label="Sort by"
              description="Ties are broken by score"
              data={[
                { value: '', label: 'Best score first' },
                ...['id', ...fields].flatMap((name) => [
                  { value: `${name} asc`, label: `${name}, ascending` },
                  { value: `${name} desc`, label: `${name}, descending` },
                ]),
              ]}
              value={state.sort}
              onChange={(event) => change({ sort: event.currentTarget.value })}
              error={problems.sort}
            />
          </div>
          <Input.Wrapper
            component="div"
            label={`Precision ${precision}`}
            description={PRECISIONS[precision - 1]}
            labelElement="div"
          >
            <PrecisionSlider
              mt={10}
              value={precision}
              onChange={(value) => change({ precision: String(value) })}
            />
          </Input.Wrapper>
        </Stack>
      </Collapse>
    </div>
  );
}
