import type { ResultField } from './search-answer.ts';
import { Snippet, snippetText } from './snippet.tsx';
import styles from './tester.module.css';

/** A value with highlighted matches. Values are untrusted and rendered as text. */
export function ResultValue({ field: { raw, snippet } }: { readonly field: ResultField }) {
  if (raw === null || raw === undefined) return <span className={styles.quiet}>null</span>;
  const isWhole = typeof snippet === 'string' && snippetText(snippet) === raw;
  return (
    <>
      {typeof snippet === 'string' && (
        <bdi className={styles.snippet}>
          <Snippet html={snippet} />
        </bdi>
      )}
      {!isWhole && (
        <bdi className={typeof snippet === 'string' ? styles.rawBelow : styles.raw}>
          {Array.isArray(raw)
            ? raw.map((item) => (item === null ? 'null' : String(item))).join('\n')
            : String(raw)}
        </bdi>
      )}
    </>
  );
}
