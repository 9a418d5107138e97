import { useSearch } from '@elastic/react-search-ui';
import { Button, Group, TextInput } from '@mantine/core';

/** Debounce time in milliseconds. */
const PAUSE = 200;

export function SearchBox() {
  const { searchTerm, setSearchTerm } = useSearch();
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setSearchTerm(searchTerm ?? '', { shouldClearFilters: false });
        }}
      >
        <Group gap="xs" wrap="nowrap">
          <TextInput
            type="search"
            size="md"
            flex={1}
            aria-label="Search for"
            placeholder="Search"
            autoComplete="off"
            maxLength={128}
            value={searchTerm ?? ''}
            onChange={(event) =>
              setSearchTerm(event.currentTarget.value, { debounce: PAUSE, shouldClearFilters: false })
            }
          />
          <Button type="submit" size="md">
            Search
          </Button>
        </Group>
      </form>
    </search>
  );
}
