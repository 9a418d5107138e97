import { useSearch } from '@elastic/react-search-ui';
import { Text } from '@mantine/core';

/** The number of results and the displayed range. */
export function Summary() {
  const { pagingStart, pagingEnd, totalResults, resultSearchTerm, wasSearched, error } = useSearch();
  const text =
    totalResults === 0
      ? 'No results'
      : `${pagingStart} to ${pagingEnd} of ${totalResults.toLocaleString('en')}`;
  return (
    <Text size="sm" role="status">
      {wasSearched && error === '' && (
        <>
          {text}
          {resultSearchTerm !== '' && (
            <>
              {' for '}
              <strong>
                <bdi>{resultSearchTerm}</bdi>
              </strong>
            </>
          )}
        </>
      )}
    </Text>
  );
}
