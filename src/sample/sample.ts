import { readFileSync } from 'node:fs';
import type { Documents } from '../documents/documents.ts';
import { ParsedDocuments } from '../documents/sent-documents.ts';
import type { Engines } from '../engines/engines.ts';
import type { LogSettings } from '../events/log-settings.ts';
import { leasedWork } from '../nodes/leased-work.ts';
import type { Schemas } from '../schema/schemas.ts';
import type { EngineRecord, Store, StoreWriter } from '../store/port.ts';
import { type DemoQuery, demoTraffic, PARK_QUERIES, QUAKE_QUERIES } from './demo-traffic.ts';

interface Sample {
  readonly engine: string;
  readonly types: ReadonlyArray<readonly [string, string]>;
  readonly file: URL;
  readonly queries: readonly DemoQuery[];
}

/** Sample data sets. */
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
    queries: PARK_QUERIES,
  },
  /** 200 fictitious earthquakes at plausible places. */
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
    queries: QUAKE_QUERIES,
  },
} as const satisfies Record<string, Sample>;

export type SampleName = keyof typeof SAMPLES;
export const isSampleName = (value: unknown): value is SampleName =>
  typeof value === 'string' && Object.hasOwn(SAMPLES, value);

/** The sample engine that the first start creates. */
export const SAMPLE_ENGINE = SAMPLES['national-parks'].engine;
export const sampleEngineOf = (name: SampleName): string => SAMPLES[name].engine;

const SAMPLE_FIELDS = Object.values(SAMPLES).map(({ types }) => types.map(([name]) => name));

/** Whether an engine has the fields of a sample. Fields stay, so this holds for a sample that was edited. */
export const isSampleEngine = ({ schema }: Pick<EngineRecord, 'schema'>): boolean =>
  SAMPLE_FIELDS.some((names) => names.every((name) => schema.has(name)));

/** The store's key for whether the sample still has to be created. */
const PLAN = 'sample';
/** Who makes the first version of a sample engine's configuration. */
const SAMPLE_AUTHOR = 'sample';
/** Batch size of writes, so that other requests are served in between. */
const BATCH = 100;

export interface SampleFeatures {
  readonly store: Store;
  readonly engines: Engines;
  readonly schemas: Schemas;
  readonly documents: Documents;
  readonly logSettings: Pick<LogSettings, 'of'>;
}

/** Records in the first account's transaction that the sample is wanted, so that an interrupted first start resumes. */
export const planSample =
  (isWanted: boolean) =>
  ({ instance }: StoreWriter): Promise<void> =>
    instance.set(PLAN, isWanted ? 'planned' : 'unwanted');

/** Creates the sample engine of the first start if it was planned and does not exist yet. */
export async function createPlannedSample(accountId: string, features: SampleFeatures): Promise<void> {
  const { store } = features;
  if ((await store.instance.get(PLAN)) !== 'planned') return;
  // A node that finds another at work leaves it to that one, or to its next start.
  await leasedWork(store.nodes, 'sample', () => makeSample(accountId, features));
}

async function makeSample(accountId: string, features: SampleFeatures): Promise<void> {
  const { store, engines } = features;
  if ((await store.instance.get(PLAN)) !== 'planned') return;
  const engine =
    (await store.engines.byName(accountId, SAMPLE_ENGINE)) ??
    (await newEngine(engines, accountId, SAMPLE_ENGINE));
  await fill(engine, SAMPLES['national-parks'], features);
  // An interrupted start may already have added it.
  if (!(await store.events.engineIds()).includes(engine.id)) {
    await addTraffic(engine, SAMPLES['national-parks'], features);
  }
  await store.transact('instance', ({ instance }) => instance.set(PLAN, 'made'));
}

/** Creates an engine with sample documents; the name must be free. */
export async function createSample(
  accountId: string,
  sample: SampleName,
  name: string,
  features: SampleFeatures,
): Promise<EngineRecord> {
  const engine = await newEngine(features.engines, accountId, name);
  await fill(engine, SAMPLES[sample], features);
  await addTraffic(engine, SAMPLES[sample], features);
  return (await features.store.engines.byId(engine.id)) ?? engine;
}

const newEngine = (engines: Engines, accountId: string, name: string): Promise<EngineRecord> =>
  engines.create(accountId, { name, language: 'en', createSettings: {} });

async function fill(
  engine: EngineRecord,
  sample: Sample,
  { schemas, documents }: SampleFeatures,
): Promise<void> {
  // Skipped if an interrupted start already got this far.
  if (engine.schema.size === 0) await schemas.change(engine, sample.types, { author: SAMPLE_AUTHOR });
  const all: unknown[] = JSON.parse(readFileSync(sample.file, 'utf8'));
  for (let from = 0; from < all.length; from += BATCH) {
    await documents.replace(engine.id, new ParsedDocuments(all.slice(from, from + BATCH)));
  }
}

/** Adds made-up searches and clicks, unless the account records none. */
async function addTraffic(
  engine: EngineRecord,
  { queries }: Sample,
  { store: { events }, logSettings }: SampleFeatures,
): Promise<void> {
  if (!logSettings.of(engine.accountId).analytics) return;
  try {
    await events.insert(demoTraffic(engine.id, queries, Date.now()));
  } catch {
    // The disk is nearly full, most likely. The sample is complete without them.
  }
}
