import { suggestionJson } from '../adaptive-relevance/routes.ts';
import { adaptiveSettingsJson, DEFAULT_SETTINGS } from '../adaptive-relevance/settings-request.ts';
import { readSuggestedQuery } from '../adaptive-relevance/suggested-curation.ts';
import { parseStatusChanges } from '../adaptive-relevance/suggestion-request.ts';
import { curationJson } from '../curations/routes.ts';
import type { StoreReader } from '../store/port.ts';
import { queryKey } from '../tuning/query-key.ts';
import {
  ABSENT,
  type SessionApiRequest,
  type SessionApiRoute,
  type Versioned,
  versionHash,
} from './versioned.ts';

const CURATION = '/engines/:engine/curations/:id';
const ADAPTIVE = '/engines/:engine/adaptive_relevance';

/** The curation, suggestion or settings of adaptive relevance that a request concerns; undefined if there is none. */
export function curationVersioned(
  store: StoreReader,
  engineId: number,
  route: SessionApiRoute,
  request: SessionApiRequest,
): Versioned | undefined {
  switch (route.path) {
    case CURATION:
      return curationOf(store, engineId, request.path.id ?? '');
    case `${ADAPTIVE}/settings`:
      return settingsOf(store, engineId);
    case `${ADAPTIVE}/suggestions/:query`:
      return suggestionOf(store, engineId, request.path.query ?? '');
    case `${ADAPTIVE}/suggestions`: {
      if (route.method !== 'PUT' || request.version === undefined) return undefined;
      const [change, ...others] = parseStatusChanges(request.bodyText);
      return change && others.length === 0 ? suggestionOf(store, engineId, change.query) : undefined;
    }
    default:
      return undefined;
  }
}

function curationOf(store: StoreReader, engineId: number, id: string): Versioned {
  return {
    async version({ tuning }) {
      const known = await tuning.curation(engineId, id);
      return known === undefined
        ? ABSENT
        : versionHash(engineId, known.queries, known.promoted, known.hidden);
    },
    async current() {
      const known = await store.tuning.curation(engineId, id);
      return known === undefined ? null : curationJson(known);
    },
  };
}

function settingsOf(store: StoreReader, engineId: number): Versioned {
  const read = async ({ adaptive }: StoreReader) =>
    adaptiveSettingsJson((await adaptive.settings(engineId)) ?? DEFAULT_SETTINGS);
  return {
    version: async (reader) => versionHash(engineId, await read(reader)),
    current: () => read(store),
  };
}

/** A suggestion together with the curation of its query, which applying it may replace. */
function suggestionOf(store: StoreReader, engineId: number, query: string): Versioned {
  return {
    async version(reader) {
      const { current, curation } = await readSuggestedQuery(reader, engineId, queryKey(query));
      return current === undefined ? ABSENT : versionHash(engineId, current, curation ?? null);
    },
    async current() {
      const known = await store.adaptive.suggestion(engineId, queryKey(query));
      return known === undefined ? null : suggestionJson(known);
    },
  };
}
