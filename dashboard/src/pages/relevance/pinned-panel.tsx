import { Table, Text, VisuallyHidden } from '@mantine/core';
import { ErrorBox } from '../../parts/error-box.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import { type Evaluation, figuresOf } from './evaluation.ts';
import { MOST_PINNED } from './pinned-queries.ts';
import { PinnedRow } from './pinned-row.tsx';
import { summaryOf } from './rank-changes.ts';
import { DEPTH, type Options, useManyRankings } from './ranking-query.ts';
import styles from './relevance.module.css';

interface Props {
  readonly queries: readonly string[];
  readonly title: string;
  readonly options: Options;
  readonly evaluation: Evaluation | undefined;
  readonly onTry: (query: string) => void;
  readonly onUnpin: (query: string) => void;
}

/** Pinned queries: how the unsaved settings change the first results of each. */
export function PinnedPanel({ queries, title, options, evaluation, onTry, onUnpin }: Props) {
  const account = useAccount();
  const engine = useEngineName();
  const asked = { account: account.id, engine, title };
  const before = useManyRankings({ ...asked, options: null }, queries);
  const after = useManyRankings({ ...asked, options }, queries, options !== null);
  const isOld = before.isPlaceholderData || (options !== null && after.isPlaceholderData);
  const isJudged = queries.some((query) => figuresOf(evaluation, query) !== undefined);
  return (
    <Panel
      title="Test queries"
      intro={`Up to ${MOST_PINNED} queries that should keep good results. They are stored in this browser.`}
      flush={queries.length > 0}
    >
      {queries.length === 0 ? (
        <Text size="sm" c="dimmed">
          Pin a query in the preview to see here how a change affects it.
        </Text>
      ) : (
        <>
          <ErrorBox error={before.error ?? (options === null ? null : after.error)} />
          <Table className={isOld ? styles.old : undefined} aria-label="Test queries">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Query</Table.Th>
                <Table.Th>First ten</Table.Th>
                <Table.Th visibleFrom="sm">Biggest moves</Table.Th>
                {isJudged && <Table.Th>nDCG</Table.Th>}
                <Table.Th w={52}>
                  <VisuallyHidden>Actions</VisuallyHidden>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {queries.map((query) => {
                const old = before.data?.get(query);
                const now = options === null ? old : after.data?.get(query);
                return (
                  <PinnedRow
                    key={query}
                    query={query}
                    summary={old && now && summaryOf(old, now, { depth: DEPTH })}
                    isCompared={options !== null}
                    figures={isJudged ? (figuresOf(evaluation, query) ?? null) : undefined}
                    onTry={() => onTry(query)}
                    onUnpin={() => onUnpin(query)}
                  />
                );
              })}
            </Table.Tbody>
          </Table>
        </>
      )}
    </Panel>
  );
}
