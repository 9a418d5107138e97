import { CloseButton, Stack, TextInput } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { overviewQuery } from '../../api/queries.ts';
import { IconSearch } from '../../frame/icons.ts';
import { useDebouncedInput } from '../../parts/debounced-input.ts';
import { useAccount, useEngineName } from '../../session.ts';
import { parseFilters, searchBody } from './search-body.ts';
import { sorted } from './search-problems.ts';
import { useTestSearch } from './test-search.ts';
import { TesterOptions } from './tester-options.tsx';
import { TesterResults } from './tester-results.tsx';
import { useTesterState } from './tester-state.ts';

/** Searches while typing, without analytics. */
export function Tester() {
  const account = useAccount();
  const engine = useEngineName();
  const [state, change] = useTesterState(engine);
  const { schema } = useSuspenseQuery(overviewQuery(account.id, engine)).data;
  const commit = useCallback((query: string) => change({ query }), [change]);
  const { typed, setTyped, flush } = useDebouncedInput(state.query, commit);
  const { problem } = parseFilters(state.filters);
  const body = searchBody(state, schema);
  const search = useTestSearch(account.id, engine, body, problem === undefined);
  const problems = sorted(search.error);
  const input = useRef<HTMLInputElement>(null);
  // The drawer does this too, but it may have opened before this component was loaded.
  useEffect(() => input.current?.focus(), []);
  return (
    <Stack>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          flush();
        }}
      >
        <TextInput
          label="Query"
          description="Leave empty to match all documents. Searches here are not recorded in analytics."
          ref={input}
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          leftSection={<IconSearch size={16} stroke={1.6} />}
          rightSection={
            typed !== '' && (
              <CloseButton size="sm" aria-label="Clear the query" onClick={() => setTyped('')} />
            )
          }
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={problems.query}
        />
      </form>
      <TesterOptions
        state={state}
        schema={schema}
        change={change}
        problems={{ ...problems, ...(problem !== undefined && { filters: problem }) }}
      />
      <TesterResults
        state={state}
        schema={schema}
        change={change}
        body={body}
        found={search.data}
        rest={problem === undefined ? problems.rest : []}
        isOld={search.isPlaceholderData || problem !== undefined || search.isError}
      />
    </Stack>
  );
}
