import { ActionIcon, Text, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { FieldType } from '../../api/types.ts';
import type { BoostProblem } from '../../search-settings/field-boosts.ts';
import type { Boost } from '../../search-settings/settings.ts';
import { BOOST_NAMES } from './add-boost.tsx';
import { BoostInputs } from './boost-inputs.tsx';
import styles from './relevance.module.css';
import { WeightControl } from './weight-control.tsx';

interface Props {
  readonly field: string;
  readonly type: FieldType | undefined;
  /** The position among the boosts of the field, from 1. */
  readonly position: number;
  readonly boost: Boost;
  readonly problem: BoostProblem | undefined;
  readonly onChange: (boost: Boost) => void;
  readonly onRemove: () => void;
}

/** A boost with its parameters. */
export function BoostCard({ field, type, position, boost, problem, onChange, onRemove }: Props) {
  const of = `boost ${position} on ${field}`;
  // A functional boost has no input that could be wrong.
  const isInside = problem !== undefined && boost.type !== 'functional';
  return (
    <li className={styles.boost}>
      <div className={styles.boostHead}>
        <Text size="sm" fw={550}>
          {BOOST_NAMES[boost.type]}
        </Text>
        <Tooltip label="Remove">
          <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${of}`} onClick={onRemove}>
            <IconTrash size={16} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </div>
      <div className={styles.inputs}>
        <BoostInputs
          of={of}
          boost={boost}
          type={type}
          problem={isInside ? problem.message : undefined}
          onChange={onChange}
        />
      </div>
      <div className={styles.factor}>
        <Text size="sm" fw={500} mb={2} aria-hidden>
          Factor
        </Text>
        <WeightControl
          label={`Factor of ${of}`}
          value={boost.factor ?? 1}
          onChange={(factor) => onChange({ ...boost, factor })}
        />
      </div>
      {problem !== undefined && (!isInside || problem.isSkipped) && (
        <Text size="sm" c="var(--mantine-color-error)" mt={6}>
          {isInside ? 'Searches skip this boost.' : `${problem.message}. Searches skip this boost.`}
        </Text>
      )}
    </li>
  );
}
