import { MultiSelect, NativeSelect, SimpleGrid } from '@mantine/core';
import { Panel } from '../../parts/panel.tsx';
import { type Choices, ID, type Schema } from '../../preview/choices.ts';

interface Props {
  readonly choices: Choices;
  readonly schema: Schema;
  readonly onChange: (change: Partial<Choices>) => void;
}

const SINGLE = [
  { name: 'title', label: 'Title', description: 'The heading of a result' },
  { name: 'text', label: 'Text', description: 'The text below the heading' },
  { name: 'address', label: 'Link', description: 'The URL that a result links to' },
  { name: 'image', label: 'Image', description: 'The URL of an image' },
] as const;

const LISTS = [
  { name: 'facets', label: 'Facets', description: 'Fields to filter results by' },
  { name: 'sorts', label: 'Sort fields', description: 'Sort options in addition to relevance' },
] as const;

const NONE = { value: '', label: 'none' };

/** Assigns fields to the parts of a result. */
export function ChoicePanel({ choices, schema, onChange }: Props) {
  const names = Object.keys(schema);
  const plain = names.filter((name) => schema[name] !== 'geolocation');
  return (
    <Panel title="Fields">
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="md">
        {SINGLE.map(({ name, label, description }) => (
          <NativeSelect
            key={name}
            label={label}
            description={description}
            data={[name === 'title' ? { value: ID, label: 'id' } : NONE, ...names]}
            value={choices[name]}
            onChange={(event) => onChange({ [name]: event.currentTarget.value })}
          />
        ))}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" mt="md">
        {LISTS.map(({ name, label, description }) => (
          <MultiSelect
            key={name}
            label={label}
            description={description}
            placeholder={choices[name].length === 0 ? 'none' : ''}
            data={plain}
            value={[...choices[name]]}
            onChange={(next) => onChange({ [name]: next })}
            searchable
            hidePickedOptions
            nothingFoundMessage="No matching field"
          />
        ))}
      </SimpleGrid>
    </Panel>
  );
}
