import { Alert, Button, Code } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import type { EngineOverview } from '../../api/types.ts';
import { counted } from '../../parts/numbers.ts';
import type { SettingsEditor } from '../../search-settings/use-settings-editor.ts';

interface Props {
  readonly engine: EngineOverview;
  readonly editor: SettingsEditor;
}

/** Maximum names to list. */
const NAMED = 8;

/** New text fields that are not searched, because the search fields were customized before they were added. */
export function UnsearchedCallout({ engine, editor }: Props) {
  const fields = editor.value.search_fields;
  const names = engine.unconfirmed_fields
    .map(({ name }) => name)
    .filter((name) => engine.schema[name] === 'text' && !Object.hasOwn(fields, name));
  if (names.length === 0) return null;
  const added = Object.fromEntries(names.map((name) => [name, { weight: 1 }]));
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<IconSparkles size={18} stroke={1.6} />}
      title={`${counted(names.length, 'new field is', 'new fields are')} not searched`}
    >
      {names.slice(0, NAMED).map((name) => (
        <Code key={name} bg="transparent" px={0} mr={8} fz={13}>
          {name}
        </Code>
      ))}
      {names.length > NAMED && `and ${names.length - NAMED} more`}
      <div>
        <Button
          mt="sm"
          size="sm"
          variant="default"
          onClick={() => editor.edit({ search_fields: { ...fields, ...added } }, 'search new fields')}
        >
          {names.length === 1 ? 'Search it' : 'Search them'}
        </Button>
      </div>
    </Alert>
  );
}
