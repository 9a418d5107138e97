import { Text } from '@mantine/core';
import type { FieldType } from '../../api/types.ts';
import { headingOf } from './matched-fields.ts';
import { isOpen, toggledOpen } from './open-results.ts';
import { ResultRow } from './result-row.tsx';
import { idOf, type SearchAnswer } from './search-answer.ts';
import styles from './tester.module.css';

interface Props {
  readonly answer: SearchAnswer;
  readonly schema: Readonly<Record<string, FieldType>>;
  /** The open results, as in the URL. */
  readonly open: string;
  readonly onOpen: (open: string) => void;
  readonly onExplain: (id: string) => void;
}

/** The results of a page, ranked. */
export function ResultList({ answer, schema, open, onOpen, onExplain }: Props) {
  const { results } = answer;
  const { current, size } = answer.meta.page;
  const heading = headingOf(schema);
  if (results.length === 0)
    return (
      <Text size="sm" c="dimmed" py="md" ta="center">
        No results. Try fewer words, a lower precision or other filters.
      </Text>
    );
  return (
    <ol className={styles.results}>
      {results.map((result, at) => {
        const id = idOf(result);
        return (
          <li key={id}>
            <ResultRow
              rank={(current - 1) * size + at + 1}
              result={result}
              schema={schema}
              heading={heading}
              isOpen={isOpen(open, id)}
              onToggle={() => onOpen(toggledOpen(open, id))}
              onExplain={() => onExplain(id)}
            />
          </li>
        );
      })}
    </ol>
  );
}
