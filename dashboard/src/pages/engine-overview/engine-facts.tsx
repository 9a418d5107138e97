import { useQuery } from '@tanstack/react-query';
import type { EngineOverview } from '../../api/types.ts';
import { languageName } from '../../parts/languages.ts';
import { bytes, number } from '../../parts/numbers.ts';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { Stat, Stats } from '../../parts/stat.tsx';
import { useAccount } from '../../session.ts';
import { latestVersionQuery } from './latest-version.ts';

/** The figures of an engine. */
export function EngineFacts({ engine }: { readonly engine: EngineOverview }) {
  const account = useAccount();
  const version = useQuery(latestVersionQuery(account.id, engine.name)).data;
  const isTuned =
    version !== undefined &&
    version !== null &&
    Date.parse(version.created_at) > Date.parse(engine.changed_at);
  const sources = engine.source_engines;
  return (
    <Stats>
      <Stat label="Documents" note={bytes(engine.document_bytes)}>
        {number(engine.document_count)}
      </Stat>
      <Stat label="Fields">{number(engine.field_count)}</Stat>
      <Stat label="Type">{engine.type === 'meta' ? 'Meta engine' : 'Engine'}</Stat>
      {engine.type === 'meta' ? (
        <Stat label="Source engines" note={sources.join(', ')}>
          {number(sources.length)}
        </Stat>
      ) : (
        <Stat label="Language">{languageName(engine.language)}</Stat>
      )}
      <Stat label="Created">
        <RelativeTime at={engine.created_at} />
      </Stat>
      <Stat
        label="Last change"
        note={
          isTuned ? (
            <>
              configuration, by <bdi>{version.author}</bdi>
            </>
          ) : (
            'documents or schema'
          )
        }
      >
        <RelativeTime at={isTuned ? version.created_at : engine.changed_at} />
      </Stat>
    </Stats>
  );
}
