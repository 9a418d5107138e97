import { readFileSync } from 'node:fs';
import type { Documents } from '../documents/documents.ts';
import type { Engines } from '../engines/engines.ts';
import type { Schemas } from '../schema/schemas.ts';

export const SAMPLE_ENGINE = 'national-parks-demo';

const TYPES = Object.entries({
  title: 'text',
  description: 'text',
  states: 'text',
  date_established: 'date',
  visitors: 'number',
  acres: 'number',
  square_km: 'number',
  location: 'geolocation',
  world_heritage_site: 'text',
  nps_link: 'text',
});

/** Makes the sample engine: the 63 national parks of the United States. */
export async function makeSample(
  accountId: string,
  { engines, schemas, documents }: { engines: Engines; schemas: Schemas; documents: Documents },
): Promise<void> {
  const engine = await engines.create(accountId, { name: SAMPLE_ENGINE, language: 'en', createSettings: {} });
  await schemas.change(engine, TYPES);
  const parks = JSON.parse(readFileSync(new URL('./national-parks.json', import.meta.url), 'utf8'));
  await documents.replace(engine.id, parks);
}
