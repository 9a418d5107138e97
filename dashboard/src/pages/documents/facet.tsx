import { Anchor, Checkbox, CloseButton, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { FieldType } from '../../api/types.ts';
import { cutText } from '../../parts/cut-text.ts';
import { number } from '../../parts/numbers.ts';
import styles from './documents.module.css';
import { readable } from './shown-value.ts';

export interface FacetValue {
  readonly value: string | number;
  readonly count: number;
}

interface Props {
  readonly field: string;
  readonly type: FieldType;
  /** Undefined while loading. */
  readonly values: readonly FacetValue[] | undefined;
  readonly chosen: readonly string[];
  readonly onChoose: (values: readonly string[]) => void;
  readonly onClose: () => void;
  /** Above the values. */
  readonly children?: ReactNode;
}

const SHORT = 8;
/** Characters of a value; it may have thousands. */
const LONGEST = 120;

/** A filter on the values of a field; matches documents with any selected value. */
export function Facet({ field, type, values, chosen, onChoose, onClose, children }: Props) {
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
      {children}
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
                <span className={styles.choiceValue} dir="auto" title={cutText(String(value), 300)}>
                  {String(value) === '' ? '(empty)' : cutText(readable(value, type), LONGEST)}
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
