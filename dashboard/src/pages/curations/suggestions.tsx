import { NativeSelect, Stack, Text } from '@mantine/core';
import { IconBulb } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PageSkeleton } from '../../frame/page-skeleton.tsx';
import { useAddressPage, useAddressState } from '../../parts/address-state.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorBox } from '../../parts/error-box.tsx';
import { Pages } from '../../parts/pages.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import { ReviewSuggestion } from './review-suggestion.tsx';
import { SuggestionSettings } from './suggestion-settings.tsx';
import { SuggestionTable } from './suggestion-table.tsx';
import { STATUSES } from './suggestion-words.ts';
import { type SuggestionStatus, suggestionsQuery } from './suggestions-query.ts';

/** How long the list is refetched after a request to compute suggestions, and how often, in milliseconds. */
const WATCHED = 10_000;
const EVERY = 1000;

const isStatus = (text: string): text is SuggestionStatus => Object.hasOwn(STATUSES, text);

/** The curations that clicks suggest. */
export function Suggestions() {
  const account = useAccount();
  const engine = useEngineName();
  const [chosen, setStatus] = useAddressState('status', 'pending');
  const [reviewed, setReviewed] = useAddressState('review', '', { replace: false });
  const [watchedUntil, setWatchedUntil] = useState(0);
  const status = isStatus(chosen) ? chosen : 'pending';
  const [page, setPage] = useAddressPage(`${status}-page`);
  const { data, error } = useQuery({
    ...suggestionsQuery(account.id, engine, status, page),
    placeholderData: keepPreviousData,
    refetchInterval: () => (Date.now() < watchedUntil ? EVERY : false),
  });
  const { total_pages: pages = 0, total_results: total = 0 } = data?.meta.page ?? {};
  return (
    <Stack>
      <SuggestionSettings onCompute={() => setWatchedUntil(Date.now() + WATCHED)} />
      <NativeSelect
        label="Status"
        maw={220}
        data={Object.entries(STATUSES).map(([value, label]) => ({ value, label }))}
        value={status}
        onChange={(event) => setStatus(event.currentTarget.value)}
      />
      <Text size="sm" role="status" c="dimmed">
        {watchedUntil > 0 && 'Suggestions are computed in the background and appear here.'}
      </Text>
      <ErrorBox error={error} />
      {data === undefined && error === null && <PageSkeleton />}
      {data !== undefined && total === 0 && (
        <EmptyState icon={IconBulb} title={`No ${STATUSES[status].toLowerCase()} suggestions`}>
          Suggestions need clicks: send the click endpoint a query and a document whenever a visitor opens a
          result.
        </EmptyState>
      )}
      {total > 0 && (
        <>
          <SuggestionTable suggestions={data?.results ?? []} onReview={setReviewed} />
          <Pages page={page} pages={pages} total={total} unit="suggestion" onChange={setPage} />
        </>
      )}
      <ReviewSuggestion query={reviewed} onClose={() => setReviewed('')} />
    </Stack>
  );
}
