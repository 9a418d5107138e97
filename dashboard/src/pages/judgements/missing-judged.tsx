import { Alert, Anchor, List } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from 'wouter';
import { counted, number } from '../../parts/numbers.ts';
import { useAccount, useEngineName } from '../../session.ts';
import { queryLabel } from '../curations/curations-query.ts';
import type { Evaluation } from '../relevance/evaluation.ts';
import { judgedQueryPage } from './judgements-query.ts';

const LISTED = 5;

interface Props {
  readonly missing: Evaluation['missing_documents'];
}

/** Judged documents that do not exist, by query. */
export function MissingJudged({ missing: { total, results } }: Props) {
  const account = useAccount();
  const engine = useEngineName();
  if (total === 0) return null;
  return (
    <Alert
      mt="sm"
      color="yellow"
      variant="light"
      icon={<IconAlertTriangle size={18} stroke={1.6} />}
      title={`${counted(total, 'judged document')} not found`}
    >
      They count neither as found nor as missed.
      <List size="sm" mt={4}>
        {results.slice(0, LISTED).map(({ query, document_id }) => (
          <List.Item key={JSON.stringify([query, document_id])}>
            <bdi>{document_id}</bdi>, judged for{' '}
            <Anchor
              component={Link}
              href={judgedQueryPage(account.id, engine, query)}
              size="sm"
              underline="always"
            >
              <bdi>{queryLabel(query)}</bdi>
            </Anchor>
          </List.Item>
        ))}
        {total > LISTED && <List.Item>and {number(total - LISTED)} more</List.Item>}
      </List>
    </Alert>
  );
}
