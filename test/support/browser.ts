import { after, type TestContext } from 'node:test';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { chromiumPath } from './chromium.ts';
import { startTestService, type TestService } from './service.ts';
import { watchRequests } from './settled-page.ts';

let running: Promise<Browser> | undefined;

/** One Chromium for all tests of a file: to start it takes longer than most of them. */
function sharedBrowser(): Promise<Browser> {
  running ??= chromium.launch({
    executablePath: chromiumPath(),
    // As root it does not start with its sandbox; it only ever sees our own pages.
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  return running;
}

/** What is shared by the tests of a file and goes with the last of them, the newest first. */
const endings: Array<() => unknown> = [];
after(async () => {
  await (await running)?.close();
  for (const end of endings.reverse()) await end();
});

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
  const browser = await sharedBrowser();
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
  watchRequests(page);
  t.after(async () => {
    await context.close();
    if (complaints.length > 0) throw new Error(`The page misbehaved:\n${complaints.join('\n')}`);
  });
  return { context, page, complaints, expectComplaint: (pattern) => void expected.push(pattern) };
}

export const OWNER_PASSWORD = 'granite and moss';

/**
 * A service with a dashboard, and a browser in which its owner (`owner`, OWNER_PASSWORD) has signed in. `at` makes
 * addresses of pages of the default account: `at('engines', engine, 'schema')`. For tests that want a house to
 * themselves: because of settings, or because they look at or change what all engines share.
 */
export async function visitAsOwner(
  t: TestContext,
  settings: Record<string, string> = {},
  options: BrowserContextOptions = {},
) {
  let leave = async (): Promise<void> => undefined;
  // Ahead of the service, whose own end is arranged below: pages that look now and then would find nobody there.
  t.after(() => leave());
  const service = await startTestService(t, settings);
  const browser = await visit(t, service.baseUrl, options);
  leave = () => browser.context.close();
  await setUp(browser.context, service);
  return { ...browser, service, at: addressesOf(service) };
}

interface House {
  readonly service: TestService;
  /** The cookies of the owner. */
  readonly session: Awaited<ReturnType<BrowserContext['storageState']>>;
}

let house: Promise<House> | undefined;

async function openHouse(): Promise<House> {
  const service = await startTestService({ after: (end) => endings.push(end as () => unknown) });
  const context = await (await sharedBrowser()).newContext();
  await setUp(context, service);
  const session = await context.storageState();
  await context.close();
  return { service, session };
}

/**
 * As `visitAsOwner`, with one service for all tests of the file that ask for it, and one signing in: a password takes
 * a second. The browser is one's own; engines are, too, as long as a test makes them with `service.engine()`.
 */
export async function visitShared(t: TestContext, options: BrowserContextOptions = {}) {
  house ??= openHouse();
  const { service, session } = await house;
  const browser = await visit(t, service.baseUrl, { storageState: session, ...options });
  return { ...browser, service, at: addressesOf(service) };
}

const addressesOf =
  ({ hostIdentifier }: TestService) =>
  (...parts: readonly string[]): string =>
    ['', 'accounts', hostIdentifier, ...parts].map(encodeURIComponent).join('/');

/** Makes the owner and signs in at once: a password is hashed only once, which takes a while on purpose. */
const setUp = (context: BrowserContext, { baseUrl, service }: TestService): Promise<unknown> =>
  post(context, baseUrl, '/setup', {
    token: service.setupToken,
    name: 'owner',
    password: OWNER_PASSWORD,
  });

/** Signs in without the form; the cookie is the browser's from then on. */
export const signIn = (
  context: BrowserContext,
  baseUrl: string,
  login: string,
  password: string,
): Promise<unknown> => post(context, baseUrl, '/session', { login, password });

/** A call of the dashboard's own routes with the cookies of a browser. */
export async function post(
  context: BrowserContext,
  baseUrl: string,
  path: string,
  data: unknown,
): Promise<Record<string, string>> {
  const answer = await context.request.post(`${baseUrl}/dashboard/api${path}`, {
    data,
    headers: { origin: baseUrl },
  });
  if (!answer.ok()) throw new Error(`POST ${path} failed: ${await answer.text()}`);
  return (await answer.json()) as Record<string, string>;
}
