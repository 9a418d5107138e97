import { Button, Group, Stack, Text } from '@mantine/core';
import { ErrorBox } from '../../parts/error-box.tsx';
import { resultCount } from '../../parts/numbers.ts';
import { Panel } from '../../parts/panel.tsx';
import { queryLabel } from '../curations/curations-query.ts';
import { SCALE } from './grades.ts';
import type { useJudgedSearch } from './judged-search.ts';
import type { JudgementEdit } from './judgement-edit.ts';
import { RatedList } from './rated-list.tsx';

interface Props {
  readonly query: string;
  readonly search: ReturnType<typeof useJudgedSearch>;
  readonly edit: JudgementEdit;
  /** Undefined if there are no more results to show. */
  readonly onMore: (() => void) | undefined;
}

/** The results of a query with their grades. */
export const LiveResults = ({ query, search: { found, total, error, isOld }, edit, onMore }: Props) => (
  <Panel title="Results" intro={`Grade the results of this query: ${SCALE}.`}>
    <Stack gap="sm">
      <ErrorBox error={error} />
      <Text size="sm" role="status" c="dimmed" className="numbers">
        {total !== undefined && resultCount(total)}
      </Text>
      {found !== undefined && (
        <RatedList
          label={`Results of ${queryLabel(query)}`}
          documents={found}
          isRanked
          isOld={isOld}
          edit={edit}
        />
      )}
      {onMore !== undefined && (
        <Group>
          <Button variant="default" size="xs" onClick={onMore}>
            Show more
          </Button>
        </Group>
      )}
    </Stack>
  </Panel>
);
