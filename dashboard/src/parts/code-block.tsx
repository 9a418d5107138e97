import styles from './code-block.module.css';
import { CopyIcon } from './copy-icon.tsx';

interface Props {
  readonly code: string;
  /** Accessible name. */
  readonly label: string;
  readonly wrap?: boolean;
  readonly maxHeight?: number;
}

/** Code with a copy button. */
export function CodeBlock({ code, label, wrap = false, maxHeight }: Props) {
  return (
    <div className={styles.block}>
      <section
        className={styles.code}
        data-wrap={wrap || undefined}
        style={{ maxHeight }}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be keyboard accessible.
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
