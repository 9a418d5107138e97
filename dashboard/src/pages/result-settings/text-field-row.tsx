import { Checkbox, Table } from '@mantine/core';
import { limits } from '../../../../src/limits.ts';
import { bytes } from '../../parts/numbers.ts';
import { NumberField } from '../../search-settings/number-field.tsx';
import type { ResultParts } from './result-parts.ts';
import styles from './result-settings.module.css';

interface Props {
  readonly name: string;
  readonly parts: ResultParts;
  /** The mean size in a result; undefined if it is not returned or unknown. */
  readonly size: number | undefined;
  /** `part` names what was changed. */
  readonly onChange: (parts: ResultParts, part: string) => void;
}

const { stated: LEAST, most: MOST, snippet: SNIPPET } = limits.resultSize;

/** A text field: raw value, snippet, and their sizes. */
export const TextFieldRow = ({ name, parts, size, onChange }: Props) => (
  <Table.Tr>
    <Table.Td>
      <bdi className={styles.name}>{name}</bdi>
    </Table.Td>
    <Table.Td data-label="Raw, with its maximum size">
      <div className={styles.part}>
        <Checkbox
          aria-label={`Raw ${name}`}
          checked={parts.raw}
          onChange={(event) =>
            onChange({ ...parts, raw: event.currentTarget.checked, rawSize: undefined }, 'raw')
          }
        />
        <NumberField
          label={`Maximum raw size of ${name}`}
          placeholder="no limit"
          disabled={!parts.raw}
          min={LEAST}
          max={MOST}
          step={10}
          value={parts.rawSize}
          onChange={(rawSize) => onChange({ ...parts, rawSize }, 'raw size')}
        />
      </div>
    </Table.Td>
    <Table.Td data-label="Snippet, with its maximum size">
      <div className={styles.part}>
        <Checkbox
          aria-label={`Snippet of ${name}`}
          checked={parts.snippet}
          onChange={(event) =>
            onChange(
              {
                ...parts,
                snippet: event.currentTarget.checked,
                snippetSize: undefined,
                fallback: event.currentTarget.checked,
              },
              'snippet',
            )
          }
        />
        <NumberField
          label={`Maximum snippet size of ${name}`}
          placeholder={`${SNIPPET}`}
          disabled={!parts.snippet}
          min={LEAST}
          max={MOST}
          step={10}
          value={parts.snippetSize}
          onChange={(snippetSize) => onChange({ ...parts, snippetSize }, 'snippet size')}
        />
      </div>
    </Table.Td>
    <Table.Td data-label="Fallback">
      <Checkbox
        aria-label={`Fallback for ${name}`}
        checked={parts.fallback}
        disabled={!parts.snippet}
        onChange={(event) => onChange({ ...parts, fallback: event.currentTarget.checked }, 'fallback')}
      />
    </Table.Td>
    <Table.Td data-label="Per result" className={`${styles.bytes} numbers`}>
      {size === undefined ? '' : bytes(size)}
    </Table.Td>
  </Table.Tr>
);
