import { Badge, Group, Text } from '@mantine/core';
import type { EngineOverview } from '../../api/types.ts';
import { Panel } from '../../parts/panel.tsx';

/** The fields with their types; unconfirmed fields are highlighted. */
export function FieldList({ engine }: { readonly engine: EngineOverview }) {
  const fields = Object.entries(engine.schema);
  const fresh = new Set(engine.unconfirmed_fields.map(({ name }) => name));
  if (fields.length === 0) return null;
  return (
    <Panel title="Fields">
      <Group gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {fields.map(([name, type]) => (
          <li key={name}>
            <Badge
              variant={fresh.has(name) ? 'light' : 'default'}
              {...(fresh.has(name) && { color: 'yellow' })}
              size="lg"
              radius="sm"
              tt="none"
              fw={450}
              title={fresh.has(name) ? 'Not yet confirmed' : undefined}
            >
              <Text span size="xs" ff="monospace">
                {name}
              </Text>{' '}
              <Text span size="xs" c="dimmed">
                {type}
              </Text>
            </Badge>
          </li>
        ))}
      </Group>
    </Panel>
  );
}
