import { Button, Collapse, Group, JsonInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { routeOf } from '../../../addresses.ts';
import { call } from '../../../api/client.ts';
import { engineKey, enginesQuery } from '../../../api/queries.ts';
import { useAddressState } from '../../../parts/address-state.ts';
import { ErrorBox } from '../../../parts/error-box.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { useAccount } from '../../../session.ts';
import type { SearchAnswer } from './compared.ts';
import { Comparison } from './comparison.tsx';
import { objectIn } from './key-spec.ts';

const PAUSE = 250;

interface Props {
  readonly token: string;
  /** The engines that the key has access to; null for all, or if they are unknown. */
  readonly scope: readonly string[] | null;
}

/** Searches with the key and without restrictions, side by side. */
export function SearchAs({ token, scope }: Props) {
  const account = useAccount();
  const engines = useSuspenseQuery(enginesQuery(account.id))
    .data.results.map(({ name }) => name)
    .filter((name) => scope === null || scope.includes(name));
  const [wanted, setEngine] = useAddressState('engine');
  const [kept, setKept] = useAddressState('query');
  const [query, setQuery] = useState(kept);
  const [options, setOptions] = useState('');
  const [isOpen, { toggle }] = useDisclosure(false);
  const engine = engines.includes(wanted) ? wanted : engines[0];
  const more = options.trim() === '' ? {} : objectIn(options);
  const [body] = useDebouncedValue(JSON.stringify({ ...more, query }), PAUSE);
  if (engine === undefined)
    return (
      <Text size="sm" c="dimmed">
        The key has no access to an engine, so there is nothing to search.
      </Text>
    );
  return (
    <Panel title="Test search" intro="Compared with an unrestricted search.">
      <Stack>
        <Group align="flex-end" gap="sm">
          <TextInput
            label="Query"
            placeholder="All documents"
            leftSection={<IconSearch size={16} stroke={1.6} />}
            style={{ flex: '2 1 12rem' }}
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
            onBlur={() => setKept(query)}
          />
          <Select
            label="Engine"
            data={engines}
            value={engine}
            allowDeselect={false}
            searchable={engines.length > 8}
            style={{ flex: '1 1 10rem' }}
            onChange={(name) => name !== null && setEngine(name)}
          />
          <Button variant="subtle" aria-expanded={isOpen} onClick={toggle}>
            {isOpen ? 'Fewer options' : 'More options'}
          </Button>
        </Group>
        <Collapse expanded={isOpen}>
          <JsonInput
            label="More search options"
            description="JSON that a client might send: filters, facets, result_fields, sort …"
            placeholder='{ "facets": { "states": { "type": "value" } } }'
            autosize
            minRows={3}
            maxRows={12}
            spellCheck={false}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12.5 } }}
            error={more === undefined ? 'This is not a JSON object.' : undefined}
            value={options}
            onChange={setOptions}
          />
        </Collapse>
        <Answers engine={engine} token={token} body={body} />
      </Stack>
    </Panel>
  );
}

interface AnswersProps {
  readonly engine: string;
  readonly token: string;
  /** The search options as JSON. */
  readonly body: string;
}

function Answers({ engine, token, body }: AnswersProps) {
  const account = useAccount();
  // One query for both, so that the two responses always belong together.
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: engineKey(account.id, engine, 'search as', token, body),
    placeholderData: keepPreviousData,
    gcTime: 0,
    queryFn: ({ signal }) => {
      const options = JSON.parse(body) as object;
      return Promise.all([
        call<SearchAnswer>('POST', routeOf.api(account.id, 'engines', engine, 'search'), {
          body: options,
          signal,
        }),
        call<SearchAnswer>('POST', routeOf.account(account.id, 'engines', engine, 'search-as'), {
          body: { ...options, token },
          signal,
          untracked: true,
        }),
      ]);
    },
  });
  if (error !== null) return <ErrorBox title="This search was refused" error={error} />;
  if (data === undefined) return null;
  const [all, limited] = data;
  return (
    <div aria-busy={isPlaceholderData}>
      <Comparison all={all} limited={limited} />
    </div>
  );
}
