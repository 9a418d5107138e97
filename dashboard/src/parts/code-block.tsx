import styles from './code-block.module.css';
import { CopyIcon } from './copy-icon.tsx';

interface Props {
  readonly code: string;
  /** What it is, for screen readers. */
  readonly label: string;
  readonly wrap?: boolean;
  readonly maxHeight?: number;
}

/** Code to read and to copy. */
export function CodeBlock({ code, label, wrap = false, maxHeight }: Props) {
  return (
    <div className={styles.block}>
      <section
        className={styles.code}
        data-wrap={wrap || undefined}
        style={{ maxHeight }}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be within reach of the keyboard.
        tabIndex={0}
        aria-label={label}
      >
        <pre>
          <code>{code}</code>
        </pre>
      </section>
      <div className={styles.copy}>
        <CopyIcon value={code} label={`Copy ${label}`} />
      </div>
    </div>
  );
}
