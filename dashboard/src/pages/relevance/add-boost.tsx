import { Button, Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { RefObject } from 'react';
import type { FieldType } from '../../api/types.ts';
import { BOOST_TYPES } from '../../search-settings/field-boosts.ts';
import type { BoostType } from '../../search-settings/settings.ts';
import styles from './relevance.module.css';

export const BOOST_NAMES: Readonly<Record<BoostType, string>> = {
  value: 'Value boost',
  functional: 'Functional boost',
  proximity: 'Proximity boost',
};

interface Props {
  readonly field: string;
  readonly type: FieldType;
  readonly disabled: boolean;
  readonly onAdd: (kind: BoostType) => void;
  readonly button: RefObject<HTMLButtonElement | null>;
}

/** Adds a boost of a kind that the type of the field allows. */
export function AddBoost({ field, type, disabled, onAdd, button: ref }: Props) {
  const kinds = BOOST_TYPES[type];
  const [only] = kinds;
  const button = (onClick?: () => void) => (
    <Button
      ref={ref}
      className={styles.add}
      size="compact-sm"
      variant="subtle"
      leftSection={<IconPlus size={14} stroke={1.8} />}
      aria-label={`Add a boost on ${field}`}
      disabled={disabled}
      {...(onClick && { onClick })}
    >
      Boost
    </Button>
  );
  if (kinds.length === 1 && only !== undefined) return button(() => onAdd(only));
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>{button()}</Menu.Target>
      <Menu.Dropdown>
        {kinds.map((kind) => (
          <Menu.Item key={kind} onClick={() => onAdd(kind)}>
            {BOOST_NAMES[kind]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
