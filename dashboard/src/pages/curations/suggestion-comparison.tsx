import { SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { counted } from '../../parts/numbers.ts';
import { useAccount, useEngineName } from '../../session.ts';
import { useCuratedDocuments } from './curated-documents.ts';
import styles from './curations.module.css';
import type { Curation } from './curations-query.ts';
import { DocumentName } from './document-name.tsx';
import { adaptiveSettingsQuery, clicksQuery, type Suggestion } from './suggestions-query.ts';

const DEFAULT_DAYS = 7;

interface Props {
  readonly suggestion: Suggestion;
  /** The curation that the query has now. */
  readonly curation: Curation | null;
}

/** Promoted documents now and as suggested, with their clicks. */
export function SuggestionComparison({ suggestion: { query, promoted }, curation }: Props) {
  const account = useAccount();
  const engine = useEngineName();
  const settings = useQuery(adaptiveSettingsQuery(account.id, engine)).data?.data.curation;
  const days = settings?.timeframe ?? DEFAULT_DAYS;
  const { data: clicks } = useQuery({
    ...clicksQuery(account.id, engine, query, days),
    enabled: settings !== undefined,
  });
  const current = curation?.promoted ?? [];
  const { titleOf, missing } = useCuratedDocuments([...current, ...promoted]);
  const list = (label: string, ids: readonly string[], others: readonly string[], mark: string) => (
    <ol className={styles.rows} aria-label={label}>
      {ids.map((id, at) => (
        <li key={id} className={styles.row}>
          <Text size="sm" c="dimmed" className="numbers">
            {at + 1}
          </Text>
          <DocumentName
            id={id}
            title={titleOf(id)}
            isMissing={missing.has(id)}
            note={others.includes(id) ? undefined : mark}
          />
          <Text size="sm" className="numbers">
            {clicks !== undefined && counted(clicks.get(id) ?? 0, 'click')}
          </Text>
        </li>
      ))}
    </ol>
  );
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <div>
          <Text size="sm" fw={600} mb={4}>
            Promoted now
          </Text>
          {current.length === 0 && (
            <Text size="sm" c="dimmed">
              {curation === null ? 'The query has no curation.' : 'No documents.'}
            </Text>
          )}
          {list('Promoted now', current, promoted, 'Removed')}
        </div>
        <div>
          <Text size="sm" fw={600} mb={4}>
            Suggested
          </Text>
          {promoted.length === 0 && (
            <Text size="sm" c="dimmed">
              Delete the curation: its documents have too few clicks.
            </Text>
          )}
          {list('Suggested', promoted, current, 'New')}
        </div>
      </SimpleGrid>
      <Text size="xs" c="dimmed">
        Clicks of the last {counted(days, 'day')}. A click at a low position counts more than one at the top,
        so the order may differ from the numbers.
      </Text>
    </>
  );
}
