import { createHash } from 'node:crypto';
import type { Accounts } from '../accounts/accounts.ts';
import type { Analytics } from '../analytics/analytics.ts';
import { proxyTrust } from '../api/trusted-proxies.ts';
import type { Config } from '../config.ts';
import type { Credentials } from '../credentials/credentials.ts';
import type { Vault } from '../credentials/vault.ts';
import type { DocumentReading, IdReading } from '../documents/document-reading.ts';
import type { LogSettings } from '../events/log-settings.ts';
import type { SampleFeatures } from '../sample/sample.ts';
import type { Reindexing } from '../schema/reindexing.ts';
import type { Searches } from '../search/searches.ts';
import type { SignedKeys } from '../signed-keys/signed-keys.ts';
import { VERSION } from '../version.ts';
import { accountRoutes } from './account-routes.ts';
import { analyticsRoutes } from './analytics-routes.ts';
import { Audit } from './audit.ts';
import { BasicSignIn } from './basic-sign-in.ts';
import { curationRoutes } from './curation-routes.ts';
import { EngineOverviews } from './engine-overview.ts';
import { engineRoutes } from './engine-routes.ts';
import { FailedSignIns } from './failed-sign-ins.ts';
import { healthRoutes } from './health-routes.ts';
import { Invitations } from './invitations.ts';
import { KnownBrowsers } from './known-browsers.ts';
import { OneTimeLinks } from './one-time-links.ts';
import type { Operations } from './operations.ts';
import { operationsRoutes } from './operations-routes.ts';
import { originalDocumentRoutes } from './original-document-routes.ts';
import { People } from './people.ts';
import { SessionApi } from './session-api.ts';
import { sessionRoutes } from './session-routes.ts';
import { Sessions } from './sessions.ts';
import { PasswordSignIn } from './sign-in.ts';

export interface DashboardParts {
  readonly config: Config;
  readonly vault: Vault;
  readonly accounts: Accounts;
  readonly credentials: Credentials;
  readonly signedKeys: SignedKeys;
  readonly reindexing: Reindexing;
  readonly searches: Searches;
  readonly analytics: Analytics;
  readonly logSettings: LogSettings;
  readonly operations: Operations;
  readonly sampleFeatures: SampleFeatures;
  readonly readDocuments: DocumentReading;
  readonly readIds: IdReading;
}

/** Builds the server side of the dashboard. */
export function createDashboard(parts: DashboardParts) {
  const { config, vault, accounts, credentials, signedKeys, sampleFeatures } = parts;
  const { store, documents } = sampleFeatures;
  const links = new OneTimeLinks(vault);
  const people = new People(store, links);
  const sessions = new Sessions(store, vault);
  const browsers = new KnownBrowsers(vault);
  const audit = new Audit(store);
  const failedSignIns = new FailedSignIns(audit);
  const passwordSignIn = new PasswordSignIn(store, links, browsers, failedSignIns);
  const invitations = new Invitations(store, links);
  const overviews = new EngineOverviews(store, parts.reindexing);
  const routes = [
    ...sessionRoutes({
      accounts,
      people,
      sessions,
      passwordSignIn,
      invitations,
      browsers,
      audit,
      version: VERSION,
    }),
    ...accountRoutes({ store, accounts, people, invitations, audit, domain: config.domain }),
    ...engineRoutes({ sampleFeatures, overviews, searches: parts.searches, signedKeys, audit }),
    ...healthRoutes({ store, analytics: parts.analytics }),
    ...originalDocumentRoutes(store),
    ...curationRoutes(store, parts.searches),
    ...analyticsRoutes({ analytics: parts.analytics, logSettings: parts.logSettings, retention: config }),
    ...operationsRoutes(parts.operations),
  ];
  // Browsers share cookies between ports of one host, so each instance on a machine needs cookie names of its own.
  const instance = createHash('sha256').update(vault.checkValue).digest('hex').slice(0, 8);
  const trustProxy = proxyTrust(config.trustProxy);
  const cookies = { session: `findling_${instance}`, browser: `findling_browser_${instance}` };
  const gate = { sessions, people, accounts: store.accounts, engines: store.engines, trustProxy, cookies };
  const { logSettings, readDocuments, readIds } = parts;
  const features = { store, documents, credentials, logSettings, readDocuments, readIds };
  const basicSignIn = new BasicSignIn(store, people, passwordSignIn, vault);
  return {
    people,
    basicSignIn,
    routes,
    gate,
    sessionApi: new SessionApi(features, audit),
    /** Records what is left to record. */
    close: (): Promise<void> => failedSignIns.close(),
  };
}
