import { readFileSync } from 'node:fs';
import type { Documents } from '../documents/documents.ts';
import { ParsedDocuments } from '../documents/sent-documents.ts';
import type { Engines } from '../engines/engines.ts';
import type { Schemas } from '../schema/schemas.ts';
import type { Store, StoreWriter } from '../store/port.ts';

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

/** Under this name the store remembers whether the sample is still to be made. */
const PLAN = 'sample';

interface Makers {
  readonly store: Store;
  readonly engines: Engines;
  readonly schemas: Schemas;
  readonly documents: Documents;
}

/** Notes, together with the first account, that the sample is wanted: a first start that is cut off loses nothing. */
export const planSample =
  (isWanted: boolean) =>
  ({ instance }: StoreWriter): Promise<void> =>
    instance.set(PLAN, isWanted ? 'planned' : 'unwanted');

/** Makes the sample engine, the 63 national parks of the United States, if it was planned and is not there yet. */
export async function makePlannedSample(accountId: string, makers: Makers): Promise<void> {
  const { store, engines, schemas, documents } = makers;
  if ((await store.instance.get(PLAN)) !== 'planned') return;
  const engine =
    (await store.engines.byName(accountId, SAMPLE_ENGINE)) ??
    (await engines.create(accountId, { name: SAMPLE_ENGINE, language: 'en', createSettings: {} }));
  // Once only: a start that was cut off in the middle may have got this far.
  if (engine.schema.size === 0) await schemas.change(engine, TYPES);
  const parks = JSON.parse(readFileSync(new URL('./national-parks.json', import.meta.url), 'utf8'));
  await documents.replace(engine.id, new ParsedDocuments(parks));
  await store.transact(({ instance }) => instance.set(PLAN, 'made'));
}
