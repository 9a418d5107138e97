import { Stack, Text } from '@mantine/core';
import { CodeBlock } from '../../parts/code-block.tsx';
import { ErrorBox } from '../../parts/error-box.tsx';
import { bytes } from '../../parts/numbers.ts';
import { Panel } from '../../parts/panel.tsx';
import { QueryInput } from '../../parts/query-input.tsx';
import { Stat, Stats } from '../../parts/stat.tsx';
import type { useAnswers } from './answer-query.ts';
import { type AnswerSize, answerSize, changeText } from './answer-size.ts';
import styles from './result-settings.module.css';

interface Props {
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly answers: ReturnType<typeof useAnswers>;
}

/** Results in the code; more would be long to read. */
const SHOWN = 2;

/** The answer to a query as it will look, and its size against the saved settings. */
export function AnswerPanel({ query, onQuery, answers: { data, error, isPlaceholderData } }: Props) {
  const before = data && answerSize(data.before);
  const after = data && answerSize(data.after);
  return (
    <Panel
      title="Answer"
      intro="As it will look with these settings. Searches here are not recorded in analytics."
    >
      <Stack gap="sm">
        <QueryInput label="Query" placeholder="Empty for all documents" query={query} onChange={onQuery} />
        <ErrorBox error={error} />
        {data !== undefined && (
          <div className={isPlaceholderData || error !== null ? styles.old : undefined}>
            <Stack gap="sm">
              {before !== undefined && after !== undefined ? (
                <Sizes before={before} after={after} />
              ) : (
                <Text size="sm" c="dimmed" role="status">
                  No results. Try another query to see the size of an answer.
                </Text>
              )}
              {after !== undefined && (
                <>
                  <Text size="sm" c="dimmed">
                    The first {Math.min(SHOWN, data.after.results.length)} of {data.after.results.length}{' '}
                    results:
                  </Text>
                  <CodeBlock
                    code={JSON.stringify(
                      { ...data.after, results: data.after.results.slice(0, SHOWN) },
                      null,
                      2,
                    )}
                    label="answer as JSON"
                    wrap
                    maxHeight={520}
                  />
                </>
              )}
            </Stack>
          </div>
        )}
      </Stack>
    </Panel>
  );
}

const Sizes = ({ before, after }: { readonly before: AnswerSize; readonly after: AnswerSize }) => (
  <div role="status">
    <Stats>
      <Stat label="Per result" note={comparison(before.perResult, after.perResult)}>
        {bytes(after.perResult)}
      </Stat>
      <Stat
        label={after.isEstimated ? 'Page of ten, estimated' : 'Page of ten'}
        note={comparison(before.page, after.page)}
      >
        {bytes(after.page)}
      </Stat>
    </Stats>
  </div>
);

const comparison = (before: number, after: number): string =>
  before === after ? 'no change' : `saved: ${bytes(before)} (${changeText(before, after)})`;
