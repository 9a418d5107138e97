import { Checkbox, Stack, TagsInput } from '@mantine/core';

interface Props {
  readonly label: string;
  readonly description?: string;
  readonly value: readonly string[];
  readonly onChange: (queries: string[]) => void;
  readonly error?: string | undefined;
}

/** The queries of a curation. The empty query, which cannot be a tag, has a checkbox. */
export function QueriesField({ label, description, value, onChange, error }: Props) {
  const typed = value.filter((query) => query !== '');
  const hasEmpty = value.includes('');
  const set = (queries: readonly string[], withEmpty: boolean): void =>
    onChange([...queries, ...(withEmpty ? [''] : [])]);
  return (
    <Stack gap="xs">
      <TagsInput
        label={label}
        description={description}
        placeholder={typed.length === 0 ? 'volcano' : 'another query'}
        splitChars={['\n']}
        acceptValueOnBlur
        autoComplete="off"
        spellCheck={false}
        value={typed}
        error={error}
        onChange={(queries) => set(queries, hasEmpty)}
      />
      <Checkbox
        label="Include the empty query, which start pages often send"
        checked={hasEmpty}
        onChange={(event) => set(typed, event.currentTarget.checked)}
      />
    </Stack>
  );
}
