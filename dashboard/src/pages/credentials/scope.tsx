import { Text } from '@mantine/core';
import { counted } from '../../parts/numbers.ts';
import { type Key, scopeOf } from './key.ts';

/** Maximum names to show; the others are in the tooltip and in the form. */
const NAMED = 3;

interface Props {
  readonly of: Key;
  /** Names of existing engines. */
  readonly engines: readonly string[];
}

/** The scope of a key. A name without an engine stays valid for a future engine and is marked. */
export function Scope({ of: key, engines }: Props) {
  const scope = scopeOf(key);
  if (scope === null) return <Text size="sm">all</Text>;
  if (scope.length === 0)
    return (
      <Text size="sm" c="dimmed">
        none
      </Text>
    );
  const rest = scope.length - NAMED;
  return (
    <Text size="sm" component="div" title={rest > 0 ? scope.join(', ') : undefined}>
      {scope.slice(0, NAMED).map((name, index) => (
        <span key={name}>
          {index > 0 && ', '}
          {name}
          {!engines.includes(name) && (
            <Text span size="xs" c="dimmed">
              {' '}
              (no such engine)
            </Text>
          )}
        </span>
      ))}
      {rest > 0 && ` and ${counted(rest, 'more', 'more')}`}
    </Text>
  );
}
