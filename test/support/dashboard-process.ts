import type { TestContext } from 'node:test';
import { OWNER_PASSWORD, signIn, visit } from './browser.ts';
import { type ServerProcess, startProcess } from './process.ts';
import { request, temporaryFolder } from './service.ts';

const PRIVATE_KEY = 'private-testtesttesttest';

/** A service in its own process, which a test can kill, and a browser in which its owner has signed in. */
export async function visitProcess(t: TestContext) {
  const data = temporaryFolder(t);
  let server = await startProcess(data, { FINDLING_DASHBOARD_PASSWORD: OWNER_PASSWORD });
  t.after(() => server.end('SIGKILL'));
  const { baseUrl } = server;
  const { port } = new URL(baseUrl);
  const browser = await visit(t, baseUrl);
  browser.expectComplaint(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_SOCKET/);
  browser.expectComplaint(/the server responded with a status of 503/);
  await signIn(browser.context, baseUrl, 'owner', OWNER_PASSWORD);
  const state = await (await browser.context.request.get(`${baseUrl}/dashboard/api/session`)).json();
  return {
    ...browser,
    at: (...parts: readonly string[]): string =>
      ['', 'accounts', state.default_account, ...parts].map(encodeURIComponent).join('/'),
    call: (method: string, path: string, body?: unknown) =>
      request(`${baseUrl}/api/as/v1${path}`, method, { key: PRIVATE_KEY, body }),
    /** Ends the process at once, without a clean shutdown. */
    kill: (): Promise<unknown> => server.end('SIGKILL'),
    /** Starts it again with the same data and port. */
    async restart(): Promise<ServerProcess> {
      server = await startProcess(data, { FINDLING_PORT: port });
      return server;
    },
  };
}
