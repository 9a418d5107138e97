import type { AddressInfo } from 'node:net';
import { type Logger, pino } from 'pino';
import { Accounts, type NewAccount } from './accounts/accounts.ts';
import type { Config } from './config.ts';
import { Credentials } from './credentials/credentials.ts';
import { credentialRoutes } from './credentials/routes.ts';
import { Documents } from './documents/documents.ts';
import { documentSource, Indexing } from './documents/indexing.ts';
import { documentRoutes } from './documents/routes.ts';
import { Engines } from './engines/engines.ts';
import { engineRoutes } from './engines/routes.ts';
import { errors } from './errors.ts';
import { mountApi } from './http/app.ts';
import { listen } from './http/listen.ts';
import { mountSmallAddresses } from './http/small-addresses.ts';
import { createTransport } from './http/transport.ts';
import { EmbeddedIndex } from './index/embedded/embedded-index.ts';
import { openForServing } from './instance.ts';
import { makePlannedSample, planSample } from './sample/sample.ts';
import { Reindexing } from './schema/reindexing.ts';
import { schemaRoutes } from './schema/routes.ts';
import { Schemas } from './schema/schemas.ts';
import { type Schema, schemaWith } from './schema/types.ts';
import { Clicks } from './search/clicks.ts';
import { CurrentHits } from './search/current-hits.ts';
import { searchRoutes } from './search/routes.ts';
import { Searches } from './search/searches.ts';
import { Suggestions } from './search/suggestions.ts';
import type { AccountRecord, EngineRecord, JobRecord, Store } from './store/port.ts';
import { VERSION } from './version.ts';

export interface Service {
  readonly addresses: readonly AddressInfo[];
  readonly defaultAccount: AccountRecord;
  /** What the first start made, undefined at every later one. */
  readonly firstAccount: NewAccount | undefined;
  /** Finishes running requests, then lets go of the data. Calling it again waits for the same end. */
  close(): Promise<void>;
}

/** The composition root: settings, then adapters, then features, then the door. Nothing is wired elsewhere. */
export async function startService(config: Config, log: Logger = logger(config)): Promise<Service> {
  const { store, vault, close: closeInstance } = await openForServing(config);
  const index = new EmbeddedIndex(documentSource(store.documents));
  const indexing = new Indexing(store, index);

  const accounts = new Accounts(store, vault, config.domain);
  const credentials = new Credentials(store, vault);
  const engines = new Engines(store, indexing);
  const documents = new Documents(store, indexing);
  const reindexing = new Reindexing(store, indexing, log);
  const schemas = new Schemas(store, indexing, reindexing);
  const { signedKeys, queryLimit } = config;
  const hits = new CurrentHits(store.documents);
  const searches = new Searches(indexing, hits, { signedKeys, queryLimit });
  const suggestions = new Suggestions(indexing, hits, { signedKeys, queryLimit });
  const clicks = new Clicks(store, { signedKeys, queryLimit });

  const app = createTransport({ logger: log, trustProxy: config.trustProxy, version: VERSION });
  let isReady = false;
  app.addHook('onRequest', async () => {
    if (!isReady) throw errors.starting();
  });
  mountSmallAddresses(app);
  mountApi(app, { accounts, credentials, engines: store.engines, trustProxy: config.trustProxy }, [
    ...engineRoutes(engines),
    ...documentRoutes(documents),
    ...schemaRoutes(schemas, reindexing, store),
    ...searchRoutes(searches, suggestions, clicks),
    ...credentialRoutes(credentials),
  ]);

  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await app.close();
    await reindexing.close();
    await engines.close();
    await index.close();
    await closeInstance();
  };
  try {
    // The door opens before anything is made: a port in use must not cost the first start its banner.
    const addresses = await listen(app, config);
    await loadEngines(store, indexing);
    const firstAccount = await accounts.createDefault(config.provision, planSample(config.sample));
    const defaultAccount = firstAccount?.account ?? (await accounts.default());
    if (defaultAccount === undefined) throw new Error('the default account is missing');
    await makePlannedSample(defaultAccount.id, { store, engines, schemas, documents });
    await reindexing.resume();
    engines.purgeDeleted();
    isReady = true;
    log.info({ version: VERSION, addresses }, 'ready');
    return { addresses, defaultAccount, firstAccount, close: () => (closing ??= close()) };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Builds what searches see from the store; an engine whose reindex was cut off serves its old types until then. */
async function loadEngines(store: Store, indexing: Indexing): Promise<void> {
  for (const engine of await store.engines.all()) {
    const job = engine.runningJob === null ? undefined : await store.jobs.byId(engine.id, engine.runningJob);
    const schema = job === undefined ? engine.schema : servingSchema(engine, job);
    await indexing.load(engine.id, schema, engine.language);
  }
}

/** The old types, and the fields that documents have brought since. */
function servingSchema(engine: EngineRecord, job: JobRecord): Schema {
  const brought = [...engine.schema].filter(([name]) => !job.added.includes(name));
  return schemaWith(job.before, new Map(brought));
}

const logger = (config: Config): Logger => pino({ name: 'findling', level: config.logLevel });
