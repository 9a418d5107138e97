import { Badge, Tooltip } from '@mantine/core';
import type { EngineItem } from '../../api/types.ts';
import { counted } from '../../parts/numbers.ts';

/** Badges for the kind of an engine, and for states that need attention. */
export function EngineMarks({ engine }: { readonly engine: EngineItem }) {
  return (
    <>
      {engine.sample && (
        <Badge variant="default" size="sm" tt="none">
          sample
        </Badge>
      )}
      {engine.type === 'meta' && (
        <Tooltip label={engine.source_engines.join(', ') || 'No source engines'}>
          <Badge variant="default" size="sm" tt="none">
            meta engine
          </Badge>
        </Tooltip>
      )}
      {engine.reindexing && (
        <Badge variant="light" size="sm" tt="none">
          reindexing
        </Badge>
      )}
      {engine.unconfirmed_count > 0 && (
        <Badge variant="light" color="yellow" size="sm" tt="none">
          {counted(engine.unconfirmed_count, 'new field')}
        </Badge>
      )}
    </>
  );
}
