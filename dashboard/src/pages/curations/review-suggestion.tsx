import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { ErrorBox } from '../../parts/error-box.tsx';
import { notify } from '../../parts/notify.ts';
import { useAccount, useEngineName } from '../../session.ts';
import { type Curation, refreshCurations } from './curations-query.ts';
import { SuggestionComparison } from './suggestion-comparison.tsx';
import { DECISIONS, type Decision, STATUSES } from './suggestion-words.ts';
import { adaptivePath, reviewQuery, type Suggestion } from './suggestions-query.ts';

interface Props {
  /** The query of the suggestion; empty closes the dialog. */
  readonly query: string;
  readonly onClose: () => void;
}

export const ReviewSuggestion = ({ query, onClose }: Props) => (
  <Modal opened={query !== ''} onClose={onClose} size="xl" title="Review the suggestion">
    {query !== '' && <Review query={query} onClose={onClose} />}
  </Modal>
);

interface Changed {
  readonly results: ReadonlyArray<Suggestion & { readonly errors?: readonly string[] }>;
}

/** The server knows for certain, and refuses to replace a curation made by hand that this does not recognize. */
const isMadeByHand = (suggestion: Suggestion, { id, queries, hidden }: Curation): boolean =>
  suggestion.override_manual_curation === true ||
  suggestion.curation_id !== id ||
  queries.length > 1 ||
  hidden.length > 0;

function Review({ query, onClose }: Props) {
  const account = useAccount();
  const engine = useEngineName();
  const client = useQueryClient();
  const seen = useQuery(reviewQuery(account.id, engine, query));
  const suggestion = seen.data?.suggestion;
  const curation = seen.data?.curation;
  const isByHand = suggestion !== undefined && !!curation && isMadeByHand(suggestion, curation);
  const decide = useMutation({
    mutationFn: async ({ status }: Decision) => {
      const { results } = await call<Changed>('PUT', adaptivePath(account.id, engine, 'suggestions'), {
        body: [{ query, type: 'curation', status, override_manual_curation: isByHand }],
        ifMatch: seen.data?.version,
      });
      // Refused changes come with status 200.
      const refused = results[0]?.errors;
      if (refused !== undefined) throw new ApiError(400, refused);
    },
    onSuccess: (_, { done }) => {
      notify.done(done);
      onClose();
      void refreshCurations(client, account.id, engine);
    },
    // Shows what has changed; the person decides again.
    onError: () => void seen.refetch(),
  });
  if (seen.error !== null) return <ErrorBox error={seen.error} />;
  if (suggestion === undefined || curation === undefined) return null;
  const decisions = account.may('editor') ? DECISIONS[suggestion.status] : [];
  return (
    <Stack>
      <Text size="sm">
        Query:{' '}
        <strong>
          <bdi>{query}</bdi>
        </strong>
        . Status: {STATUSES[suggestion.status].toLowerCase()}.
      </Text>
      {isByHand && (
        <Alert color="yellow" variant="light">
          <Text size="sm">
            This query has a curation made by hand. Accepting replaces it for this query, including its hidden
            documents; its other queries keep it.
          </Text>
        </Alert>
      )}
      <SuggestionComparison suggestion={suggestion} curation={curation} />
      <ErrorBox error={decide.error} />
      <Group justify="flex-end" gap="xs">
        {decisions.map((decision, at) => (
          <Button
            key={decision.status}
            variant={at === decisions.length - 1 ? 'filled' : 'default'}
            loading={decide.isPending && decide.variables.status === decision.status}
            disabled={decide.isPending && decide.variables.status !== decision.status}
            onClick={() => decide.mutate(decision)}
          >
            {decision.label}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}
