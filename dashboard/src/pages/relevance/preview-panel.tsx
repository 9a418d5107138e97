import { Button, Stack, Text } from '@mantine/core';
import { IconPin } from '@tabler/icons-react';
import { ErrorBox } from '../../parts/error-box.tsx';
import { resultCount } from '../../parts/numbers.ts';
import { Panel } from '../../parts/panel.tsx';
import { QueryInput } from '../../parts/query-input.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import { PreviewResult } from './preview-result.tsx';
import { FIRST, rankChanges } from './rank-changes.ts';
import { DEPTH, type Options, useRankings } from './ranking-query.ts';
import styles from './relevance.module.css';

interface Props {
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly title: string;
  /** Unsaved settings; null if there are none. */
  readonly options: Options;
  readonly onPin: (query: string) => void;
  readonly isPinned: boolean;
  /** Whether no further query can be pinned. */
  readonly isFull: boolean;
}

/** The first results with the unsaved settings, and how each moved against the saved ones. */
export function PreviewPanel({ query, onQuery, title, options, onPin, isPinned, isFull }: Props) {
  const account = useAccount();
  const engine = useEngineName();
  const { data, error, isPlaceholderData } = useRankings(
    { account: account.id, engine, title, options },
    query,
  );
  const { results, dropped } = rankChanges(data?.before ?? [], data?.after ?? []);
  return (
    <Panel
      title="Preview"
      intro={
        options === null
          ? 'Results with the saved settings. Change a setting to see how they move.'
          : 'Results with the unsaved settings, and how they moved against the saved ones.'
      }
    >
      <Stack gap="sm">
        <QueryInput
          label="Query"
          placeholder="Empty for all documents"
          query={query}
          onChange={onQuery}
          className={styles.search}
        >
          <Button
            variant="default"
            leftSection={<IconPin size={16} stroke={1.6} />}
            disabled={query.trim() === '' || isPinned || isFull}
            onClick={() => onPin(query.trim())}
          >
            {isPinned ? 'Pinned' : 'Pin'}
          </Button>
        </QueryInput>
        <ErrorBox error={error} />
        <Text size="sm" c="dimmed" role="status" className="numbers">
          {data !== undefined && resultCount(data.total)}
        </Text>
        <div className={isPlaceholderData || error !== null ? styles.old : undefined}>
          <ol className={styles.results} aria-label="Results">
            {results.map((result) => (
              <PreviewResult key={result.id} result={result} isCompared={options !== null} />
            ))}
          </ol>
          {dropped.length > 0 && (
            <section aria-label="Dropped results">
              <Text size="sm" fw={550} mt="sm" mb={4}>
                No longer among the first {FIRST}
              </Text>
              <ul className={styles.results}>
                {dropped.map(({ id, title: name, rank, now }) => (
                  <li key={id} className={`${styles.result} ${styles.dropped}`}>
                    <span className="numbers">{rank}</span>
                    <bdi>{name}</bdi>
                    <span className={styles.movement} data-kind="down">
                      {now === null ? `not in first ${DEPTH}` : `now ${now}`}
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
        {data !== undefined && results.length === 0 && (
          <Text size="sm" c="dimmed">
            No results. Try another query, a lower precision or more searched fields.
          </Text>
        )}
      </Stack>
    </Panel>
  );
}
