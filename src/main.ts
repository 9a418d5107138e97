import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Logger, pino } from 'pino';
import { Accounts, type NewAccount } from './accounts/accounts.ts';
import { indexFolder } from './composition/index-folder.ts';
import { openForServing } from './composition/instance.ts';
import { openIndex } from './composition/opened-index.ts';
import { RebuildRequests } from './composition/rebuild-requests.ts';
import type { Config } from './config.ts';
import { Credentials } from './credentials/credentials.ts';
import { credentialRoutes } from './credentials/routes.ts';
import { createDashboard } from './dashboard-api/dashboard.ts';
import { readDocuments } from './documents/document-reading.ts';
import { Documents } from './documents/documents.ts';
import { documentRoutes } from './documents/routes.ts';
import { Engines } from './engines/engines.ts';
import { engineRoutes } from './engines/routes.ts';
import { errors } from './errors.ts';
import { mountApi } from './http/app.ts';
import { mountDashboard } from './http/dashboard-app.ts';
import { listen } from './http/listen.ts';
import { Pages } from './http/pages.ts';
import { mountServiceRoutes } from './http/service-routes.ts';
import { createTransport } from './http/transport.ts';
import { createPlannedSample, planSample } from './sample/sample.ts';
import { Reindexing } from './schema/reindexing.ts';
import { schemaRoutes } from './schema/routes.ts';
import { Schemas } from './schema/schemas.ts';
import { Clicks } from './search/clicks.ts';
import { CurrentHits } from './search/current-hits.ts';
import { searchRoutes } from './search/routes.ts';
import { Searches } from './search/searches.ts';
import { Suggestions } from './search/suggestions.ts';
import type { AccountRecord } from './store/port.ts';
import type { Pool } from './threads/pool.ts';
import { VERSION } from './version.ts';

/** Where the web pages are, in a checkout and in the published package alike. */
const PAGES = fileURLToPath(new URL('../dashboard/dist', import.meta.url));

export interface Service {
  readonly addresses: readonly AddressInfo[];
  readonly defaultAccount: AccountRecord;
  /** What the first start made, undefined at every later one. */
  readonly firstAccount: NewAccount | undefined;
  /** The threads that search, render and judge, for whoever watches the service. */
  readonly workers: Pick<Pool, 'pending' | 'size'>;
  /** The token of the link that sets the dashboard up, undefined once it is set up. */
  readonly setupToken: string | undefined;
  /** Whether there are pages to show: a checkout has to build them first. */
  readonly hasPages: boolean;
  /** Finishes running requests, then lets go of the data. Calling it again waits for the same end. */
  close(): Promise<void>;
}

/** The composition root: settings, then adapters, then features, then the door. Nothing is wired elsewhere. */
export async function startService(config: Config, log: Logger = logger(config)): Promise<Service> {
  const { store, vault, close: closeInstance } = await openForServing(config);
  const index = openIndex(config, store, log);
  const { indexing, workers } = index;
  const rebuilds = new RebuildRequests(indexFolder(config), (engineId, signal) =>
    indexing.rebuilds.run(engineId, signal),
  );

  const accounts = new Accounts(store, vault, config.domain);
  const credentials = new Credentials(store, vault);
  const engines = new Engines(store, indexing);
  const documents = new Documents(store, indexing);
  const reindexing = new Reindexing(store, indexing, log);
  const schemas = new Schemas(store, indexing, reindexing);
  const { signedKeys, queryLimit } = config;
  const hits = new CurrentHits(store.documents);
  const searches = new Searches(indexing, hits, workers, { signedKeys, queryLimit });
  const suggestions = new Suggestions(indexing, hits, { signedKeys, queryLimit });
  const clicks = new Clicks(store, { signedKeys, queryLimit });

  const sampleFeatures = { store, engines, schemas, documents };
  const dashboard = createDashboard({
    config,
    vault,
    accounts,
    credentials,
    reindexing,
    searches,
    sampleFeatures,
  });

  const pages = new Pages(PAGES, VERSION);
  const app = createTransport({
    logger: log,
    trustProxy: config.trustProxy,
    version: VERSION,
    page: (request, reply) => pages.answer(request, reply),
  });
  let isReady = false;
  app.addHook('onRequest', (_request, _reply, done) => {
    if (isReady) done();
    else done(errors.starting());
  });
  mountServiceRoutes(app, pages);
  const api = [
    ...engineRoutes(engines),
    ...documentRoutes(documents, readDocuments(workers)),
    ...schemaRoutes(schemas, reindexing, store),
    ...searchRoutes(searches, suggestions, clicks),
    ...credentialRoutes(credentials),
  ];
  mountApi(app, { accounts, credentials, engines: store.engines, trustProxy: config.trustProxy }, api);
  mountDashboard(app, dashboard.gate, dashboard.routes, dashboard.sessionApi, api);

  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await app.close();
    await reindexing.close();
    await engines.close();
    await rebuilds.close();
    await index.close();
    await closeInstance();
  };
  try {
    // The door opens before anything is made: a port in use must not cost the first start its banner.
    const addresses = await listen(app, config);
    await index.load();
    const firstAccount = await accounts.createDefault(config.provision, planSample(config.sample));
    const defaultAccount = firstAccount?.account ?? (await accounts.default());
    if (defaultAccount === undefined) throw new Error('the default account is missing');
    await createPlannedSample(defaultAccount.id, sampleFeatures);
    const setupToken = await dashboard.people.prepare(config.dashboardPassword);
    await reindexing.resume();
    engines.purgeDeleted();
    await rebuilds.watch();
    isReady = true;
    log.info({ version: VERSION, addresses }, 'ready');
    return {
      addresses,
      defaultAccount,
      firstAccount,
      setupToken,
      hasPages: pages.isBuilt,
      workers,
      close: () => (closing ??= close()),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const logger = (config: Config): Logger => pino({ name: 'findling', level: config.logLevel });
