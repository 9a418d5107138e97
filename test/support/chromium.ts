import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Where Debian puts it; another place can be named, which Playwright's own users are used to. */
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser'];

const HOW =
  'Install it (Debian: `apt-get install chromium`), or name it in PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH.';

interface Machine {
  readonly places: readonly string[];
  /** Whether programs may be installed here. */
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

/** The path of Chromium. Installs Debian's where that may be done, and says so; else says what is missing. */
export function chromiumPath({ places, isRoot, env, say }: Machine = HERE): string {
  const named = env.PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH;
  if (named !== undefined && named !== '') {
    if (existsSync(named)) return named;
    throw new Error(`There is no Chromium at ${named}, which PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH names.`);
  }
  const installed = (): string | undefined => places.find((path) => existsSync(path));
  const there = installed();
  if (there !== undefined) return there;
  const missing = 'The tests of the dashboard need Chromium, and it is not here.';
  if (!isRoot) throw new Error(`${missing} Only root may install it. ${HOW}`);

  say('Chromium is missing: installing it with apt-get …');
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', 'chromium']]) {
    const problem = aptGet(args, env);
    // Another test file may have been faster, and have held the lock meanwhile.
    if (problem !== undefined && installed() === undefined)
      throw new Error(`${missing} \`apt-get ${args.join(' ')}\` failed: ${problem}\n${HOW}`);
  }
  const now = installed();
  if (now === undefined)
    throw new Error(`${missing} apt-get installed it, but not at ${places.join(', ')}. ${HOW}`);
  say(`Chromium is installed: ${now}`);
  return now;
}

const TEN_MINUTES = 600_000;

/** Why it failed, in its own words; undefined if it did not. */
function aptGet(args: readonly string[], env: NodeJS.ProcessEnv): string | undefined {
  const { error, status, stderr } = spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], {
    env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
    encoding: 'utf8',
    timeout: TEN_MINUTES,
  });
  if (error !== undefined) return error.message;
  return status === 0 ? undefined : stderr.trim().split('\n').slice(-5).join('\n') || `status ${status}`;
}
