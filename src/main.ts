import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Logger, pino } from 'pino';
import { Accounts, type NewAccount } from './accounts/accounts.ts';
import { CurationSuggestions } from './adaptive-relevance/curation-suggestions.ts';
import { adaptiveRelevanceRoutes } from './adaptive-relevance/routes.ts';
import { SuggestionUpdates } from './adaptive-relevance/suggestion-updates.ts';
import { Analytics } from './analytics/analytics.ts';
import { analyticsRoutes } from './analytics/routes.ts';
import { proxyTrust } from './api/trusted-proxies.ts';
import { Exports } from './bulk/exports.ts';
import { FilteredDeletions } from './bulk/filtered-deletions.ts';
import { Imports } from './bulk/imports.ts';
import { bulkRoutes } from './bulk/routes.ts';
import { type Adapters, EMBEDDED } from './composition/adapters.ts';
import { openBackupService, planBackups } from './composition/backup-service.ts';
import { hasDataFolder } from './composition/data-folder.ts';
import { diskUse } from './composition/disk-use.ts';
import { indexFolder } from './composition/index-folder.ts';
import { memoryUse } from './composition/memory-use.ts';
import { observe } from './composition/observation.ts';
import { openIndexing } from './composition/opened-index.ts';
import { storeCheck } from './composition/readiness.ts';
import { RebuildRequests } from './composition/rebuild-requests.ts';
import { leaveAddress } from './composition/service-address.ts';
import { serviceMetrics } from './composition/service-metrics.ts';
import { openShadow } from './composition/shadow.ts';
import { startStep } from './composition/start-step.ts';
import type { Config } from './config.ts';
import { Configurations } from './configuration/configurations.ts';
import { configurationRoutes } from './configuration/routes.ts';
import { Credentials } from './credentials/credentials.ts';
import { credentialRoutes } from './credentials/routes.ts';
import { Curations } from './curations/curations.ts';
import { curationRoutes } from './curations/routes.ts';
import { createDashboard } from './dashboard-api/dashboard.ts';
import { Operations } from './dashboard-api/operations.ts';
import { RecentErrors } from './dashboard-api/recent-errors.ts';
import { readDocuments, readIds } from './documents/document-reading.ts';
import { Documents } from './documents/documents.ts';
import { documentRoutes } from './documents/routes.ts';
import { ElasticsearchSearches } from './elasticsearch/elasticsearch-searches.ts';
import { elasticsearchRoutes } from './elasticsearch/routes.ts';
import { Engines } from './engines/engines.ts';
import { engineRoutes } from './engines/routes.ts';
import { SourceEngines } from './engines/source-engines.ts';
import { errors } from './errors.ts';
import { Events } from './events/events.ts';
import { LogSettings } from './events/log-settings.ts';
import { EventRetention } from './events/retention.ts';
import { Explanations } from './explain/explanations.ts';
import { explainRoutes } from './explain/routes.ts';
import { ApiLog } from './http/api-log.ts';
import { apiUrl } from './http/api-prefix.ts';
import { mountApi } from './http/app.ts';
import { bodyMemory } from './http/body-budget.ts';
import { mountDashboard } from './http/dashboard-app.ts';
import { mountEnterpriseRoutes } from './http/enterprise-routes.ts';
import { readJson } from './http/json-reading.ts';
import { listen } from './http/listen.ts';
import { mountMetrics } from './http/metrics-route.ts';
import { Pages } from './http/pages.ts';
import { isProbe, mountProbes } from './http/probes.ts';
import { RateLimits } from './http/rate-limits.ts';
import { mountServiceRoutes } from './http/service-routes.ts';
import { createTransport } from './http/transport.ts';
import { ApiLogs } from './logs/api-logs.ts';
import { apiLogRoutes, logSettingsRoutes } from './logs/routes.ts';
import { Evaluations } from './relevance/evaluations.ts';
import { Judgements } from './relevance/judgements.ts';
import { relevanceRoutes } from './relevance/routes.ts';
import { createPlannedSample, planSample } from './sample/sample.ts';
import { Reindexing } from './schema/reindexing.ts';
import { schemaRoutes } from './schema/routes.ts';
import { Schemas } from './schema/schemas.ts';
import { Clicks } from './search/clicks.ts';
import { CurrentHits } from './search/current-hits.ts';
import { intactDocuments } from './search/intact-documents.ts';
import { searchRoutes } from './search/routes.ts';
import { Searches } from './search/searches.ts';
import { Suggestions } from './search/suggestions.ts';
import { settingsRoutes } from './settings/routes.ts';
import { Settings } from './settings/settings.ts';
import type { ShadowSearches } from './shadow/shadow-searches.ts';
import { Revocations } from './signed-keys/revocations.ts';
import { signedKeyRoutes } from './signed-keys/routes.ts';
import { SignedKeys } from './signed-keys/signed-keys.ts';
import type { AccountRecord } from './store/port.ts';
import { synonymRoutes } from './synonyms/routes.ts';
import { Synonyms } from './synonyms/synonyms.ts';
import type { Pool } from './threads/pool.ts';
import { Tunings } from './tuning/tuning.ts';
import { VERSION } from './version.ts';

/** The dashboard's pages: the same place in a checkout and in the published package. */
const PAGES = fileURLToPath(new URL('../dashboard/dist', import.meta.url));

export interface Service {
  readonly addresses: readonly AddressInfo[];
  readonly defaultAccount: AccountRecord;
  /** The account that the first start created; undefined at later starts. */
  readonly firstAccount: NewAccount | undefined;
  /** The threads that search and render. */
  readonly workers: Pick<Pool, 'pending' | 'size'>;
  /** What shadow mode has done; undefined if it is off. */
  readonly shadow: Pick<ShadowSearches, 'state'> | undefined;
  /** The token of the link that sets up the dashboard; undefined once it is set up. */
  readonly setupToken: string | undefined;
  /** Whether the dashboard was built, which a checkout has to do first. */
  readonly hasPages: boolean;
  /** Finishes running requests, then closes the data. Further calls wait for the same end. */
  close(): Promise<void>;
}

/** The composition root: settings -> adapters -> features -> server. The signal ends a wait for the database. */
export async function startService(
  config: Config,
  givenLog: Logger = logger(config),
  { openInstance, openIndex }: Adapters = EMBEDDED,
  signal?: AbortSignal,
): Promise<Service> {
  const recentErrors = new RecentErrors();
  const log = recentErrors.watch(givenLog);
  const backupPlan = planBackups(config);
  const opened = await openInstance(config, { log, signal });
  const { vault, warnings = [], close: closeInstance } = opened;
  const { registry, observers, onStage, tracedJob, ...observation } = observe(config, log);
  const store = observation.watched(opened.store);
  for (const warning of warnings) log.warn(warning);
  const backups = backupPlan && openBackupService(backupPlan, store, log);
  const index = openIndexing(config, store, log, openIndex);
  const { indexing, workers, parser } = index;
  const rebuilds = new RebuildRequests(indexFolder(config), (engineId, signal) =>
    indexing.rebuilds.run(engineId, signal),
  );

  const accounts = new Accounts(store, vault, config.domain);
  const credentials = new Credentials(store, vault);
  const engines = new Engines(store, indexing);
  const documents = new Documents(store, indexing);
  const reindexing = new Reindexing(store, indexing, log, undefined, tracedJob);
  const schemas = new Schemas(store, indexing, reindexing);
  const { signedKeys, queryLimit } = config;
  const hits = new CurrentHits(intactDocuments(store.documents, log), 1000 * config.searchTimeout);
  const tunings = new Tunings(store);
  const logSettings = new LogSettings(store, config);
  const retentionOf = (accountId: string) => logSettings.retentionOf(accountId);
  const warn = (message: string, facts: object): void => log.warn(facts, message);
  const events = new Events({ store: store.events, settings: logSettings, warn });
  const retention = new EventRetention(store, config, retentionOf);
  const searches = new Searches(indexing, tunings, hits, workers, events, {
    signedKeys,
    queryLimit,
    onStage,
  });
  const suggestions = new Suggestions(indexing, tunings, hits, { signedKeys, queryLimit });
  const elasticsearch = new ElasticsearchSearches(indexing, hits, events, config.elasticsearchSearch);
  const suggestionUpdates = new SuggestionUpdates(store, store.events, log);
  const explanations = new Explanations(searches, hits, credentials, signedKeys);
  const clicks = new Clicks(events, { signedKeys, queryLimit });
  const shadow = openShadow(config, apiUrl, log);

  const imports = new Imports(documents, store.engines, parser);
  const bodies = { readDocuments: readDocuments(parser), readIds: readIds(parser) };
  const sampleFeatures = { store, engines, schemas, documents, logSettings };
  const analytics = new Analytics(store.events, retentionOf);
  const signedSearchKeys = new SignedKeys(credentials, signedKeys);
  const { follower, applied } = indexing;
  const memory = memoryUse(config, index);
  const disk = diskUse(config);
  const operations = new Operations({
    config,
    jobs: { store, reindexing, imports, rebuilds: indexing.rebuilds },
    recentErrors,
    threads: [...index.threads, ...(backups === undefined ? [] : [backups.thread])],
    backups: backups?.backups,
    lag: () => follower.lag,
    memory,
    disk,
  });
  const dashboard = createDashboard({
    config,
    vault,
    accounts,
    credentials,
    signedKeys: signedSearchKeys,
    reindexing,
    searches,
    analytics,
    logSettings,
    operations,
    sampleFeatures,
    ...bodies,
  });

  const pages = new Pages(PAGES, VERSION);
  const trustProxy = proxyTrust(config.trustProxy);
  const app = createTransport({
    logger: log,
    trustProxy,
    version: VERSION,
    bodyMemory: bodyMemory(config.memory),
    connections: config.connections,
    readJson: readJson(parser),
    observers,
    page: (request, reply) => pages.answer(request, reply),
  });
  let isReady = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (isReady || isProbe(request)) done();
    else done(errors.starting());
  });
  mountProbes(app, { isStarted: () => isReady, storeAnswers: storeCheck(store) });
  mountServiceRoutes(app, pages, () => (store.nodes === undefined ? undefined : follower.lag));
  const api = [
    ...engineRoutes(engines, new SourceEngines(store), store),
    ...documentRoutes(documents, bodies.readDocuments, bodies.readIds, (engine, body, reply) =>
      imports.answer(engine, body, reply),
    ),
    ...bulkRoutes(new Exports(store), new FilteredDeletions(store, indexing)),
    ...schemaRoutes(schemas, reindexing, store),
    ...searchRoutes(searches, suggestions, clicks, shadow?.searches),
    ...analyticsRoutes(analytics),
    ...apiLogRoutes(new ApiLogs(store.events, retentionOf)),
    ...logSettingsRoutes(logSettings),
    ...settingsRoutes(new Settings(store)),
    ...curationRoutes(new Curations(store)),
    ...elasticsearchRoutes(elasticsearch),
    ...explainRoutes(explanations),
    ...configurationRoutes(new Configurations(store, schemas)),
    ...synonymRoutes(new Synonyms(store)),
    ...relevanceRoutes(new Judgements(store, store.events), new Evaluations(store, tunings, searches)),
    ...adaptiveRelevanceRoutes(new CurationSuggestions(store), suggestionUpdates),
    ...credentialRoutes(credentials),
    ...signedKeyRoutes(new Revocations(store), signedSearchKeys),
  ];
  const { basicSignIn } = dashboard;
  const apiLog = new ApiLog(events);
  const gate = { accounts, credentials, basicSignIn, engines: store.engines, trustProxy, apiLog, applied };
  const { figures: transport } = app;
  const perMinute = config.rateLimit === 'off' ? undefined : config.rateLimit;
  const rateLimits = new RateLimits(perMinute, () => void transport.rateLimited++);
  mountApi(app, { ...gate, rateLimits }, api);
  mountEnterpriseRoutes(app, { ...gate, rateLimits });
  mountDashboard(app, dashboard.gate, dashboard.routes, dashboard.sessionApi, api);
  if (registry !== undefined) {
    const parts = { store, index, memory, disk, transport, reindexing, imports, events, recentErrors };
    serviceMetrics(registry, { ...parts, backups: backups?.backups, shadow: shadow?.searches });
    mountMetrics(app, registry, config.metricsToken);
  }

  let closing: Promise<void> | undefined;
  let removeAddress = (): void => {};
  const close = async (): Promise<void> => {
    await app.close();
    await shadow?.close();
    removeAddress();
    await dashboard.close();
    await reindexing.close();
    await follower.close();
    indexing.writes.close();
    await engines.close();
    await credentials.uses.close();
    await suggestionUpdates.close();
    await backups?.close();
    await retention.close();
    await events.close();
    logSettings.close();
    await rebuilds.close();
    await index.close();
    await closeInstance();
    await observation.close();
  };
  try {
    // Listens before anything is created: if the port is in use, the next start is still the first one.
    const addresses = await listen(app, config);
    removeAddress = leaveAddress(config, { host: config.host, port: addresses[0]?.port ?? config.port });
    const step = <T>(work: () => Promise<T>): Promise<T> => startStep(work, { log, signal });
    await index.load({ log, signal });
    if (store.nodes !== undefined) follower.start();
    const firstAccount = await step(() =>
      accounts.createDefault(config.provision, planSample(config.sample)),
    );
    const defaultAccount = firstAccount?.account ?? (await step(() => accounts.default()));
    if (defaultAccount === undefined) throw new Error('the default account is missing');
    await step(() => createPlannedSample(defaultAccount.id, sampleFeatures));
    const setupToken = await step(() => dashboard.people.prepare(config.dashboardPassword));
    await step(() => reindexing.resume());
    await step(() => logSettings.load());
    engines.watch();
    await credentials.uses.watch();
    retention.watch();
    suggestionUpdates.watch();
    backups?.backups.watch();
    if (hasDataFolder(config)) await rebuilds.watch();
    isReady = true;
    log.info({ version: VERSION, addresses }, 'ready');
    return {
      addresses,
      defaultAccount,
      firstAccount,
      setupToken,
      hasPages: pages.isBuilt,
      workers,
      shadow: shadow?.searches,
      close: () => (closing ??= close()),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const logger = (config: Config): Logger => pino({ name: 'findling', level: config.logLevel });
