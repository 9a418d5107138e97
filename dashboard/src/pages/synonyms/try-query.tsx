import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { useEngineOverview } from '../../frame/engine-overview.ts';
import { ErrorBox } from '../../parts/error-box.tsx';
import { resultCount } from '../../parts/numbers.ts';
import { Panel } from '../../parts/panel.tsx';
import { QueryInput } from '../../parts/query-input.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import { documentPage } from '../documents/document-address.ts';
import { guessedFields } from '../preview/guess.ts';
import { type Result, useTestSearch } from '../tester/test-search.ts';
import styles from './synonyms.module.css';

const SHOWN = 8;

interface Props {
  readonly query: string;
  readonly onChange: (query: string) => void;
}

/** The first results of a query, as its synonyms make them. */
export function TryQuery({ query, onChange }: Props) {
  const account = useAccount();
  const engine = useEngineName();
  const { title } = guessedFields(useEngineOverview().schema);
  const body = {
    query,
    page: { size: SHOWN },
    ...(title !== 'id' && { result_fields: { [title]: { raw: { size: 120 } } } }),
    record_analytics: false,
  };
  const { data, error, isPlaceholderData } = useTestSearch(account.id, engine, body, query !== '');
  const found = query === '' ? undefined : data?.answer;
  return (
    <Panel title="Try it" intro="Searches here use the saved sets and are not recorded in analytics.">
      <Stack gap="sm">
        <QueryInput label="Query" query={query} onChange={onChange} />
        <ErrorBox error={error} />
        <Text size="sm" role="status" c="dimmed" className="numbers">
          {found !== undefined && resultCount(found.meta.page.total_results)}
        </Text>
        {found !== undefined && (
          <ol className={`${styles.results} ${isPlaceholderData ? styles.old : ''}`}>
            {found.results.map((result, at) => (
              <Hit key={result._meta.id} result={result} title={title} rank={at + 1} />
            ))}
          </ol>
        )}
      </Stack>
    </Panel>
  );
}

interface HitProps {
  readonly result: Result;
  readonly title: string;
  readonly rank: number;
}

function Hit({ result, title, rank }: HitProps) {
  const account = useAccount();
  const engine = useEngineName();
  const { id, score } = result._meta;
  const text = [result[title]?.raw ?? []].flat().join(', ');
  return (
    <li className={styles.result}>
      <Text size="sm" c="dimmed" className="numbers">
        {rank}
      </Text>
      <Anchor component={Link} href={documentPage(account.id, engine, id)} size="sm">
        <bdi>{text === '' ? id : text}</bdi>
      </Anchor>
      <Text size="sm" c="dimmed" className="numbers">
        {score?.toFixed(2)}
      </Text>
    </li>
  );
}
