import { SearchProvider } from '@elastic/react-search-ui';
import { Container, Grid, Group, Stack, Title, VisuallyHidden } from '@mantine/core';
import { type ComponentProps, useMemo } from 'react';
import { Facets } from './facets.tsx';
import type { PageOptions } from './page-options.ts';
import { Paging } from './paging.tsx';
import { Results } from './results.tsx';
import { SearchBox } from './search-box.tsx';
import { searchQueryOf } from './search-query.ts';
import { Sorting } from './sorting.tsx';
import { Summary } from './summary.tsx';

type Config = ComponentProps<typeof SearchProvider>['config'];

interface Props {
  readonly connector: Config['apiConnector'];
  readonly options: PageOptions;
  /** The image URLs come from the documents. */
  readonly showImages: boolean;
  readonly routing?: Config['routingOptions'];
}

/** Search box, facets and results. Search UI keeps the state, also in the URL; Mantine renders it. */
export function SearchPage({ connector, options, showImages, routing }: Props) {
  const config = useMemo<Config>(
    () => ({
      apiConnector: connector,
      searchQuery: searchQueryOf(options),
      initialState: { resultsPerPage: 10 },
      alwaysSearchOnInitialLoad: true,
      ...(routing !== undefined && { routingOptions: routing }),
    }),
    [connector, options, routing],
  );
  return (
    <SearchProvider config={config}>
      <Container component="main" size="lg" py="lg" style={{ overflowX: 'clip', overflowWrap: 'anywhere' }}>
        <VisuallyHidden>
          <Title order={1}>Search</Title>
        </VisuallyHidden>
        <Stack gap="lg">
          <SearchBox />
          <Grid gap="xl">
            {options.facets.length > 0 && (
              <Grid.Col span={{ base: 12, sm: 4, md: 3 }}>
                <Facets facets={options.facets} />
              </Grid.Col>
            )}
            <Grid.Col span="auto">
              <Stack gap="md">
                <Group justify="space-between" gap="xs">
                  <Summary />
                  {options.sorts.length > 0 && <Sorting sorts={options.sorts} />}
                </Group>
                <Results options={options} showImages={showImages} />
                <Paging />
              </Stack>
            </Grid.Col>
          </Grid>
        </Stack>
      </Container>
    </SearchProvider>
  );
}
