import { useSearch } from '@elastic/react-search-ui';
import { Alert, Button, Stack, Text } from '@mantine/core';
import type { PageOptions } from './page-options.ts';
import { Result } from './result.tsx';

interface Props {
  readonly options: PageOptions;
  readonly showImages: boolean;
}

/** Search UI's prefix of error messages. */
const PREFIX = 'An unexpected error occurred: ';

export function Results({ options, showImages }: Props) {
  const { results, error, wasSearched, current = 1, setCurrent } = useSearch();
  if (error !== '')
    return (
      <Alert color="red" role="alert" title="The search failed">
        <Text size="sm" mb="sm">
          {error.replace(PREFIX, '')}
        </Text>
        <Button variant="default" size="xs" onClick={() => setCurrent(current)}>
          Try again
        </Button>
      </Alert>
    );
  if (wasSearched && results.length === 0)
    return (
      <Text c="dimmed" py="xl">
        Try other words, or fewer filters.
      </Text>
    );
  return (
    <Stack gap="xl" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
      {results.map((result) => (
        <li key={result.id.raw}>
          <Result result={result} options={options} showImages={showImages} />
        </li>
      ))}
    </Stack>
  );
}
