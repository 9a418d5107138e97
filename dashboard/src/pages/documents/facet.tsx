import { Anchor, Checkbox, CloseButton, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { number } from '../../parts/numbers.ts';
import styles from './documents.module.css';

export interface FacetValue {
  readonly value: string | number;
  readonly count: number;
}

interface Props {
  readonly field: string;
  /** Undefined while loading. */
  readonly values: readonly FacetValue[] | undefined;
  readonly chosen: readonly string[];
  readonly onChoose: (values: readonly string[]) => void;
  readonly onClose: () => void;
}

const SHORT = 8;

/** A filter on the values of a field; matches documents with any selected value. */
export function Facet({ field, values, chosen, onChoose, onClose }: Props) {
  const [all, setAll] = useState(false);
  const known = values ?? [];
  // Selected values stay visible even if they are no longer among the most frequent.
  const missing = chosen.filter((value) => !known.some((one) => String(one.value) === value));
  const options = [...missing.map((value) => ({ value, count: 0 })), ...known];
  const shown = all ? options : options.slice(0, Math.max(SHORT, missing.length));
  const toggle = (value: string): void =>
    onChoose(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  return (
    <fieldset className={styles.facet}>
      <Group justify="space-between" wrap="nowrap" gap="xs" mb={6}>
        <Text component="legend" size="sm" fw={600} ff="monospace" className={styles.facetName}>
          {field}
        </Text>
        <CloseButton size="sm" aria-label={`Remove the filter on ${field}`} onClick={onClose} />
      </Group>
      <Stack gap={8}>
        {shown.map(({ value, count }) => (
          <Checkbox
            key={String(value)}
            size="xs"
            checked={chosen.includes(String(value))}
            onChange={() => toggle(String(value))}
            classNames={{ body: styles.choice, labelWrapper: styles.choiceWords, label: styles.choiceLabel }}
            label={
              <>
                <span className={styles.choiceValue} dir="auto">
                  {String(value) === '' ? '(empty)' : String(value)}
                </span>
                <span className={styles.count}>{number(count)}</span>
              </>
            }
          />
        ))}
      </Stack>
      {values !== undefined && options.length === 0 && (
        <Text size="xs" c="dimmed">
          No values in these documents.
        </Text>
      )}
      {options.length > shown.length && (
        <Anchor component="button" type="button" size="xs" mt={8} onClick={() => setAll(true)}>
          Show {number(options.length - shown.length)} more
        </Anchor>
      )}
    </fieldset>
  );
}
