import { accountSuite } from './store/accounts-and-keys.ts';
import { adaptiveSuite } from './store/adaptive-relevance.ts';
import { dashboardSuite } from './store/dashboard.ts';
import { documentChangeSuite } from './store/document-changes.ts';
import { documentSuite } from './store/documents.ts';
import { engineSuite } from './store/engines.ts';
import { eventSuite } from './store/events.ts';
import type { StoreFactory, SuiteOptions } from './store/fixtures.ts';
import { jobSuite } from './store/jobs.ts';
import { judgementSuite } from './store/judgements.ts';
import { noticeSuite } from './store/notices.ts';
import { transactionSuite } from './store/transactions.ts';
import { tuningSuite } from './store/tuning.ts';

/** All guarantees of `src/store/port.ts` except the optional capabilities, which have their own suites. */
export function storeConformance(adapter: string, make: StoreFactory, options: SuiteOptions = {}): void {
  for (const suiteOf of [
    transactionSuite,
    noticeSuite,
    accountSuite,
    engineSuite,
    documentSuite,
    documentChangeSuite,
    jobSuite,
    eventSuite,
    tuningSuite,
    judgementSuite,
    adaptiveSuite,
    dashboardSuite,
  ]) {
    suiteOf(adapter, make, options);
  }
}
