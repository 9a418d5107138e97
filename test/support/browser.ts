import { after, type TestContext } from 'node:test';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import './cheap-passwords.ts';
import { chromiumPath } from './chromium.ts';
import { startTestService, type TestService } from './service.ts';
import { watchRequests } from './settled-page.ts';

/**
 * The address bar of each window would load two pages of its own, which takes more CPU time than most tests. The others
 * are the features that Playwright turns off: a second switch replaces the first.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

let running: Promise<Browser> | undefined;

/** One Chromium for all tests of a file: starting it takes longer than most of them. */
function sharedBrowser(): Promise<Browser> {
  running ??= chromium.launch({
    executablePath: chromiumPath(),
    // Chromium refuses to start its sandbox as root; it only visits pages of the service under test.
    // Machines that run tests have no graphics card, and what would be done on one takes processor time instead.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      `--disable-features=${DISABLED_FEATURES.join()}`,
    ],
  });
  return running;
}

/** Clean-up of what the tests of a file share; runs after the last of them, in reverse order. */
const endings: Array<() => unknown> = [];
after(async () => {
  await (await running)?.close();
  for (const end of endings.reverse()) await end();
});

export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Console errors, policy violations and requests to other hosts so far. */
  readonly complaints: readonly string[];
  /** Allows complaints that the test provokes on purpose. */
  expectComplaint(pattern: RegExp): void;
}

const ALWAYS_EXPECTED = [
  // Chromium logs every 4xx response, even one that the page handles (a wrong password).
  /^console: Failed to load resource: the server responded with a status of 4\d\d/,
];

/** Reports violations to the console, which the test watches. A string, because tests are compiled without DOM types. */
const REPORT_VIOLATIONS = `document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  console.error('policy violation: ' + violatedDirective + ' by ' + (blockedURI || 'inline')))`;

/**
 * Leaves out what only costs processor time: without a graphics card, blurring the page under a dialog takes a quarter
 * of the time of a test, again with every blink of the cursor. Not a style element, which the policy would refuse.
 */
const PLAIN_STYLE = `(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, *::before, *::after { backdrop-filter: none !important; caret-color: transparent !important }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
})()`;

/**
 * A browser context with its own cookies and storage. A console error, policy violation or request to another host
 * fails the test at its end.
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
  context.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  const expected = [...ALWAYS_EXPECTED];
  const complain = (text: string): void => {
    if (!expected.some((pattern) => pattern.test(text))) complaints.push(text);
  };
  await context.addInitScript(REPORT_VIOLATIONS);
  await context.addInitScript(PLAIN_STYLE);
  const { host } = new URL(baseUrl);
  context.on('request', (request) => {
    const { protocol, host: asked } = new URL(request.url());
    const own = asked === host || protocol === 'data:' || protocol === 'blob:';
    if (!own) complain(`request to another host: ${request.url()}`);
  });
  context.on('console', (message) => {
    if (message.type() === 'error') complain(`console: ${message.text()}`);
  });
  context.on('weberror', (error) => complain(`uncaught: ${error.error().message}`));
  const page = await context.newPage();
  watchRequests(page);
  t.after(async () => {
    await leave(t, context);
    if (complaints.length > 0) throw new Error(`The page misbehaved:\n${complaints.join('\n')}`);
  });
  return { context, page, complaints, expectComplaint: (pattern) => void expected.push(pattern) };
}

/** Closes a browser context. The error of a failed test tells what its pages showed. */
export async function leave(t: TestContext, context: BrowserContext): Promise<void> {
  // The types of Node do not know `error` yet.
  const thrown = (t as { error?: Error | null }).error?.cause;
  if (typeof thrown === 'object' && thrown !== null && !('pages' in thrown)) {
    const shown: string[] = [];
    for (const frame of context.pages().flatMap((page) => page.frames())) {
      const text = frame.locator('body').innerText({ timeout: 1000 });
      shown.push(`${frame.url()}: ${(await text.catch(String)).slice(0, 2000)}`);
    }
    Object.assign(thrown, { pages: shown });
  }
  await context.close();
}

export const OWNER_PASSWORD = 'granite and moss';

/**
 * A service with a dashboard, and a browser in which its owner (`owner`, OWNER_PASSWORD) has signed in. `at` builds
 * addresses of pages of the default account: `at('engines', engine, 'schema')`. For tests that need a service of
 * their own: with other settings, or because they read or change what all engines share.
 */
export async function visitAsOwner(
  t: TestContext,
  settings: Record<string, string> = {},
  options: BrowserContextOptions = {},
) {
  let leaveFirst = async (): Promise<void> => undefined;
  // Before the service closes, which is registered below: pages that poll would report a refused connection.
  t.after(() => leaveFirst());
  const service = await startTestService(t, settings);
  const browser = await visit(t, service.baseUrl, options);
  leaveFirst = () => leave(t, browser.context);
  await setUp(browser.context, service);
  return { ...browser, service, at: addressesOf(service) };
}

interface SharedService {
  readonly service: TestService;
  /** The cookies of the owner. */
  readonly session: Awaited<ReturnType<BrowserContext['storageState']>>;
}

let sharedService: Promise<SharedService> | undefined;

async function startSharedService(): Promise<SharedService> {
  const service = await startTestService({ after: (end) => endings.push(end as () => unknown) });
  const context = await (await sharedBrowser()).newContext();
  await setUp(context, service);
  const session = await context.storageState();
  await context.close();
  return { service, session };
}

/**
 * Like `visitAsOwner`, with one service and one sign-in for all tests of the file: hashing a password takes a second.
 * Each test has its own browser context, and its own engines if it creates them with `service.engine()`.
 */
export async function visitShared(t: TestContext, options: BrowserContextOptions = {}) {
  sharedService ??= startSharedService();
  const { service, session } = await sharedService;
  const browser = await visit(t, service.baseUrl, { storageState: session, ...options });
  return { ...browser, service, at: addressesOf(service) };
}

const addressesOf =
  ({ hostIdentifier }: TestService) =>
  (...parts: readonly string[]): string =>
    ['', 'accounts', hostIdentifier, ...parts].map(encodeURIComponent).join('/');

/** Creates the owner and signs in with one request, which hashes the password (slow on purpose) only once. */
const setUp = (context: BrowserContext, { baseUrl, service }: TestService): Promise<unknown> =>
  post(context, baseUrl, '/setup', {
    token: service.setupToken,
    name: 'owner',
    password: OWNER_PASSWORD,
  });

/** Signs in without the form; the context keeps the cookie. */
export const signIn = (
  context: BrowserContext,
  baseUrl: string,
  login: string,
  password: string,
): Promise<unknown> => post(context, baseUrl, '/session', { login, password });

/** Calls a dashboard route with the cookies of a browser context. */
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
