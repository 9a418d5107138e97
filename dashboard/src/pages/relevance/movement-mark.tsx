import { IconArrowDown, IconArrowUp, IconSparkles } from '@tabler/icons-react';
import { type Movement, movementText } from './rank-changes.ts';
import styles from './relevance.module.css';

const ICONS = { up: IconArrowUp, down: IconArrowDown, new: IconSparkles, same: null };

/** How a result moved, in words, with an icon and a colour. */
export function MovementMark({ movement }: { readonly movement: Movement }) {
  const Icon = ICONS[movement.kind];
  return (
    <span className={styles.movement} data-kind={movement.kind}>
      {Icon !== null && <Icon size={14} stroke={1.8} aria-hidden />}
      {movementText(movement)}
    </span>
  );
}
