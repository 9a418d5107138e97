import { readFileSync } from 'node:fs';
import type { Documents } from '../documents/documents.ts';
import { ParsedDocuments } from '../documents/sent-documents.ts';
import type { Engines } from '../engines/engines.ts';
import type { Schemas } from '../schema/schemas.ts';
import type { EngineRecord, Store, StoreWriter } from '../store/port.ts';

interface Sample {
  readonly engine: string;
  readonly types: ReadonlyArray<readonly [string, string]>;
  readonly file: URL;
}

/** What can be looked at without data of one's own. */
const SAMPLES = {
  /** The 63 national parks of the United States. */
  'national-parks': {
    engine: 'national-parks-demo',
    types: Object.entries({
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
    }),
    file: new URL('./national-parks.json', import.meta.url),
  },
  /** 200 earthquakes that never happened, at places where they might. */
  earthquakes: {
    engine: 'earthquakes-demo',
    types: Object.entries({
      title: 'text',
      description: 'text',
      place: 'text',
      country: 'text',
      magnitude: 'number',
      depth_km: 'number',
      time: 'date',
      location: 'geolocation',
      felt_reports: 'number',
      alert: 'text',
      tsunami_warning: 'text',
    }),
    file: new URL('./earthquakes.json', import.meta.url),
  },
} as const satisfies Record<string, Sample>;

export type SampleName = keyof typeof SAMPLES;
export const isSampleName = (value: unknown): value is SampleName =>
  typeof value === 'string' && Object.hasOwn(SAMPLES, value);

/** The sample that the first start makes. */
export const SAMPLE_ENGINE = SAMPLES['national-parks'].engine;
export const sampleEngineOf = (name: SampleName): string => SAMPLES[name].engine;

/** Under this name the store remembers whether the sample is still to be made. */
const PLAN = 'sample';
/** Documents written at a time, so that others get in between. */
const AT_ONCE = 100;

export interface Makers {
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

/** Makes the sample engine of the first start if it was planned and is not there yet. */
export async function makePlannedSample(accountId: string, makers: Makers): Promise<void> {
  const { store, engines } = makers;
  if ((await store.instance.get(PLAN)) !== 'planned') return;
  const engine =
    (await store.engines.byName(accountId, SAMPLE_ENGINE)) ??
    (await newEngine(engines, accountId, SAMPLE_ENGINE));
  await fill(engine, SAMPLES['national-parks'], makers);
  await store.transact('instance', ({ instance }) => instance.set(PLAN, 'made'));
}

/** Makes an engine with a sample in it; the name must be free. */
export async function makeSample(
  accountId: string,
  sample: SampleName,
  name: string,
  makers: Makers,
): Promise<EngineRecord> {
  const engine = await newEngine(makers.engines, accountId, name);
  await fill(engine, SAMPLES[sample], makers);
  return (await makers.store.engines.byId(engine.id)) ?? engine;
}

const newEngine = (engines: Engines, accountId: string, name: string): Promise<EngineRecord> =>
  engines.create(accountId, { name, language: 'en', createSettings: {} });

async function fill(engine: EngineRecord, sample: Sample, { schemas, documents }: Makers): Promise<void> {
  // Once only: a start that was cut off in the middle may have got this far.
  if (engine.schema.size === 0) await schemas.change(engine, sample.types);
  const all: unknown[] = JSON.parse(readFileSync(sample.file, 'utf8'));
  for (let from = 0; from < all.length; from += AT_ONCE) {
    await documents.replace(engine.id, new ParsedDocuments(all.slice(from, from + AT_ONCE)));
  }
}
