import { routeOf } from '../../addresses.ts';
import { call } from '../../api/client.ts';
import type { EngineOverview } from '../../api/types.ts';
import { type Choices, readChoices, writeChoices } from '../../preview/choices.ts';
import { candidates, type FacetCounts, guessedFacets, guessedFields, MOST_VALUES } from './guess.ts';

const keyOf = (account: string, engine: string): string => `findling-preview ${account} ${engine}`;

/** The saved choices for this engine in this browser. */
export function rememberedChoices(account: string, engine: string): Choices | undefined {
  try {
    return readChoices(new URLSearchParams(localStorage.getItem(keyOf(account, engine)) ?? ''));
  } catch {
    return undefined;
  }
}

export function rememberChoices(account: string, engine: string, choices: Choices): void {
  try {
    localStorage.setItem(keyOf(account, engine), writeChoices(choices).toString());
  } catch {
    // Storage is full or blocked: the URL still has the choices.
  }
}

/** Default choices: by names and types, and facets by their values. */
export async function proposedChoices(
  account: string,
  { name, schema, document_count: documents }: EngineOverview,
  signal: AbortSignal,
): Promise<Choices> {
  const guess = guessedFields(schema);
  const names = candidates(schema, guess);
  if (names.length === 0) return guess;
  const { facets = {} } = await call<{ facets?: FacetCounts }>(
    'POST',
    routeOf.api(account, 'engines', name, 'search'),
    {
      signal,
      untracked: true,
      body: {
        query: '',
        page: { size: 1 },
        result_fields: { id: { raw: {} } },
        facets: Object.fromEntries(names.map((field) => [field, { type: 'value', size: MOST_VALUES }])),
        record_analytics: false,
      },
    },
  );
  return { ...guess, facets: guessedFacets(names, facets, documents) };
}
