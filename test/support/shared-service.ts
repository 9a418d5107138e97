import { after, type TestContext } from 'node:test';
import type { Adapters } from '../nodes/balanced-service.ts';
import { startTestService, type TestService } from './service.ts';

/** Clean-up after the last test of the file, in the order of `TestContext.after`. */
const endings: Array<() => unknown> = [];
after(async () => {
  for (const end of endings) await end();
});

let shared: Promise<TestService> | undefined;

/**
 * One service with default settings for all tests of a file: starting a service takes longer than most tests. Each
 * test creates its own engines with `service.engine()`. A test that restarts or closes the service, or depends on what
 * all engines share (keys, log, list of engines), starts its own.
 */
export function sharedService(): Promise<TestService> {
  shared ??= startShared({ after: (end) => void endings.push(end as () => unknown) });
  return shared;
}

/** With NODES=sqlite, postgres or opensearch, two nodes behind a load balancer, for the campaigns of clients. */
async function startShared(t: Pick<TestContext, 'after'>): Promise<TestService> {
  const { NODES } = process.env;
  if (NODES === undefined) return startTestService(t);
  return (await import('../nodes/balanced-service.ts')).startBalancedService(t, NODES as Adapters);
}
