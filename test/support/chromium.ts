import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * Where Debian installs it; PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH names another place. The shell is a
 * Chromium without windows: a smaller package that takes less processor time.
 */
const PLACES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser'];
/** Debian's packages of it. The first that can be installed is. */
const PACKAGES = ['chromium-headless-shell', 'chromium'];

const HOW =
  'Install it (Debian: `apt-get install chromium-headless-shell`), or set PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH to its path. ' +
  '`npm run test:quick` runs the tests that need no browser.';

interface Machine {
  readonly places: readonly string[];
  /** Only root may install packages. */
  readonly isRoot: boolean;
  readonly env: NodeJS.ProcessEnv;
  readonly say: (text: string) => void;
}

const HERE: Machine = {
  places: PLACES,
  isRoot: process.getuid?.() === 0,
  env: process.env,
  say: (text) => void process.stderr.write(`${text}\n`),
};

/** The path of Chromium. If it is missing, root installs Debian's package; anyone else gets an error with the remedy. */
export function chromiumPath({ places, isRoot, env, say }: Machine = HERE): string {
  const named = env.PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH;
  if (named !== undefined && named !== '') {
    if (existsSync(named)) return named;
    throw new Error(`PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH is ${named}, and there is no such file.`);
  }
  const installed = (): string | undefined => places.find((path) => existsSync(path));
  const path = installed();
  if (path !== undefined) return path;
  const missing = 'The dashboard tests need Chromium, which is not installed.';
  if (!isRoot) throw new Error(`${missing} Only root can install it. ${HOW}`);

  say('The dashboard tests need Chromium: installing it with apt-get …');
  let problem = aptGet(['update'], env);
  for (const name of problem === undefined ? PACKAGES : []) {
    problem = aptGet(['install', '--yes', '--no-install-recommends', name], env);
    if (problem === undefined) break;
  }
  // A test file that runs at the same time may have held the lock and installed it.
  if (problem !== undefined && installed() === undefined) throw new Error(`${missing} ${problem}\n${HOW}`);
  const installedPath = installed();
  if (installedPath === undefined)
    throw new Error(`${missing} apt-get succeeded, but there is no ${places.join(' or ')}. ${HOW}`);
  say(`Installed Chromium: ${installedPath}`);
  return installedPath;
}

const TEN_MINUTES = 600_000;

/** The error that apt-get reports; undefined if it succeeds. */
function aptGet(args: readonly string[], env: NodeJS.ProcessEnv): string | undefined {
  const { error, status, stderr } = spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], {
    env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
    encoding: 'utf8',
    timeout: TEN_MINUTES,
  });
  if (error === undefined && status === 0) return undefined;
  const reason = error?.message ?? (stderr.trim().split('\n').slice(-5).join('\n') || `status ${status}`);
  return `\`apt-get ${args.join(' ')}\` failed: ${reason}`;
}
