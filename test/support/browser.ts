import type { TestContext } from 'node:test';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { chromiumPath } from './chromium.ts';
import { startTestService } from './service.ts';

let running: Promise<Browser> | undefined;
let users = 0;

/** One Chromium for all tests of a file; it goes with the last test that uses it. */
async function sharedBrowser(t: TestContext): Promise<Browser> {
  running ??= chromium.launch({
    executablePath: chromiumPath(),
    // As root it does not start with its sandbox; it only ever sees our own pages.
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  users++;
  const browser = await running;
  t.after(async () => {
    if (--users > 0) return;
    running = undefined;
    await browser.close();
  });
  return browser;
}

export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What a page must not do, so far: console errors, policy violations, requests to other hosts. */
  readonly complaints: readonly string[];
  /** A journey that provokes an error names it here, so that it does not count. */
  expectComplaint(pattern: RegExp): void;
}

const ALWAYS_EXPECTED = [
  // Chromium logs every refusal of the server, also those that the page shows properly (a wrong password).
  /^console: Failed to load resource: the server responded with a status of 4\d\d/,
];

/** Tells the console, which is watched. As text: tests are checked without the types of a browser. */
const REPORT_VIOLATIONS = `document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  console.error('policy violation: ' + violatedDirective + ' by ' + (blockedURI || 'inline')))`;

/**
 * A browser of its own: own cookies, own storage. When the test ends, any console error, policy violation or
 * request to a foreign host fails it.
 */
export async function visit(
  t: TestContext,
  baseUrl: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const browser = await sharedBrowser(t);
  const context = await browser.newContext({
    baseURL: baseUrl,
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(15_000);
  const complaints: string[] = [];
  const expected = [...ALWAYS_EXPECTED];
  const complain = (text: string): void => {
    if (!expected.some((pattern) => pattern.test(text))) complaints.push(text);
  };
  await context.addInitScript(REPORT_VIOLATIONS);
  const { host } = new URL(baseUrl);
  context.on('request', (request) => {
    const { protocol, host: asked } = new URL(request.url());
    const own = asked === host || protocol === 'data:' || protocol === 'blob:';
    if (!own) complain(`foreign request: ${request.url()}`);
  });
  context.on('console', (message) => {
    if (message.type() === 'error') complain(`console: ${message.text()}`);
  });
  context.on('weberror', (error) => complain(`uncaught: ${error.error().message}`));
  const page = await context.newPage();
  t.after(async () => {
    await context.close();
    if (complaints.length > 0) throw new Error(`The page misbehaved:\n${complaints.join('\n')}`);
  });
  return { context, page, complaints, expectComplaint: (pattern) => void expected.push(pattern) };
}

export const OWNER_PASSWORD = 'granite and moss';

/**
 * A service with a dashboard, and a browser in which its owner (`owner`, OWNER_PASSWORD) has signed in. `at` makes
 * addresses of pages of the default account: `at('engines', engine, 'schema')`.
 */
export async function visitAsOwner(
  t: TestContext,
  settings: Record<string, string> = {},
  options: BrowserContextOptions = {},
) {
  let leave = async (): Promise<void> => undefined;
  // Ahead of the service, whose own end is arranged below: pages that look now and then would find nobody there.
  t.after(() => leave());
  const service = await startTestService(t, { FINDLING_DASHBOARD_PASSWORD: OWNER_PASSWORD, ...settings });
  const browser = await visit(t, service.baseUrl, options);
  leave = () => browser.context.close();
  await signIn(browser.context, service.baseUrl, 'owner', OWNER_PASSWORD);
  const at = (...parts: readonly string[]): string =>
    ['', 'accounts', service.hostIdentifier, ...parts].map(encodeURIComponent).join('/');
  return { ...browser, service, at };
}

/** Signs in without the form; the cookie is the browser's from then on. */
export async function signIn(
  context: BrowserContext,
  baseUrl: string,
  login: string,
  password: string,
): Promise<void> {
  const answer = await context.request.post(`${baseUrl}/dashboard/api/session`, {
    data: { login, password },
    headers: { origin: baseUrl },
  });
  if (!answer.ok()) throw new Error(`Signing in failed: ${await answer.text()}`);
}
