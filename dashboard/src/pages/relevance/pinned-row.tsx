import { ActionIcon, Anchor, Table, Tooltip } from '@mantine/core';
import { IconPinnedOff } from '@tabler/icons-react';
import { type Evaluation, figureText } from './evaluation.ts';
import type { ChangeSummary } from './rank-changes.ts';
import styles from './relevance.module.css';

interface Props {
  readonly query: string;
  /** Undefined until the results are there. */
  readonly summary: ChangeSummary | undefined;
  /** Whether there are unsaved settings. */
  readonly isCompared: boolean;
  /** Null if this query is not judged; undefined if no test query is. */
  readonly figures: Evaluation['results'][number] | null | undefined;
  readonly onTry: () => void;
  readonly onUnpin: () => void;
}

/** A pinned query with its rank changes. */
export const PinnedRow = ({ query, summary, isCompared, figures, onTry, onUnpin }: Props) => (
  <Table.Tr>
    <Table.Td className={styles.query}>
      <Anchor component="button" type="button" size="sm" ta="start" onClick={onTry}>
        <bdi>{query}</bdi>
      </Anchor>
    </Table.Td>
    <Table.Td className="numbers">{summary === undefined ? '' : overlap(summary, isCompared)}</Table.Td>
    <Table.Td visibleFrom="sm">
      {summary !== undefined && summary.moves.length > 0 && (
        <ul className={styles.moves}>
          {summary.moves.map(({ id, title, text }) => (
            <li key={id}>
              <bdi>{title}</bdi>: {text}
            </li>
          ))}
        </ul>
      )}
      {isCompared && summary?.moves.length === 0 && 'none'}
    </Table.Td>
    {figures !== undefined && (
      <Table.Td className="numbers">
        {figures === null ? 'not judged' : figureText(figures.present.ndcg, figures.proposed?.ndcg)}
      </Table.Td>
    )}
    <Table.Td>
      <Tooltip label="Unpin">
        <ActionIcon variant="subtle" color="gray" aria-label={`Unpin ${query}`} onClick={onUnpin}>
          <IconPinnedOff size={16} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
    </Table.Td>
  </Table.Tr>
);

function overlap({ kept, of }: ChangeSummary, isCompared: boolean): string {
  if (of === 0) return 'no results before';
  if (!isCompared) return `${of}`;
  return kept === of ? `all ${of} kept` : `${kept} of ${of} kept`;
}
