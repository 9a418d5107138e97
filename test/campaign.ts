/**
 * Repeats the random tests for much longer than `npm test` does.
 *
 *   npm run campaign                           every campaign, one after the other
 *   npm run campaign -- kills oracle           the named ones
 *   KILLS=1000 npm run campaign -- kills       with a setting from the environment instead of the one below
 *
 * Each test prints its seed; SEED=… repeats a run.
 */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';

interface Campaign {
  readonly files: readonly string[];
  /** The number of repetitions in the tests. */
  readonly settings: Readonly<Record<string, number | string>>;
}

const CAMPAIGNS: Readonly<Record<string, Campaign>> = {
  /** The service is killed during writes, during a reindex and while it writes index files. */
  kills: {
    files: ['test/durability/kill-during-*.test.ts', 'test/durability/index-kills.test.ts'],
    settings: { KILLS: 200, ROUNDS: 200 },
  },
  /** Index files are damaged, torn, or lose what was not yet synchronised. */
  damage: {
    files: [
      'test/durability/index-damage.test.ts',
      'test/files/power-cut.test.ts',
      'test/files/torn-and-flipped.test.ts',
    ],
    settings: { DAMAGES: 300, CASES: 5000 },
  },
  /** Backups are made during writes and restored, restores are killed, and backups are damaged. */
  backups: {
    files: [
      'test/backup/damage.test.ts',
      'test/backup/killed-restore.test.ts',
      'test/backup/under-load.test.ts',
      'test/backup/postgres-backup.test.ts',
    ],
    settings: { BACKUPS: 100, KILLS: 50, DAMAGES: 2000 },
  },
  /** The search engine is compared with its second implementation in test/oracle. */
  oracle: {
    files: ['test/search/engine-against-oracle.test.ts'],
    settings: { CASES: 60_000 },
  },
  /** The same after restarts, and for documents that came in another order. */
  'oracle-history': {
    files: ['test/search/history-independence.test.ts', 'test/search/kept-index-against-oracle.test.ts'],
    settings: { CASES: 2000 },
  },
  /** Random documents, schema changes, restarts and crashes are compared with a naive model. */
  model: {
    files: ['test/model/*.test.ts'],
    settings: { OPERATIONS: 5000, RUNS: 20 },
  },
  /** Writers, searchers, schema changes and deletions run at once. */
  concurrency: {
    files: ['test/concurrency/*.test.ts'],
    settings: { SECONDS: 600 },
  },
  /** Random restrictions of signed search keys are compared with a model. */
  restrictions: {
    files: ['test/search/restrict.test.ts', 'test/search/restricted-searches.test.ts'],
    settings: { ROUNDS: 300_000, SEARCHES: 10_000 },
  },
  /** Every page of the dashboard has its looks checked: both widths, each light and dark. */
  accessibility: {
    files: ['test/dashboard/axe.test.ts'],
    settings: { LOOKS: 'all' },
  },
  /** Random calls to several nodes on one store are compared with a model. */
  nodes: {
    files: ['test/nodes/*.test.ts'],
    settings: { STEPS: 5000, ROUNDS: 20 },
  },
  /** The official clients, with two nodes behind a load balancer. */
  clients: {
    files: ['test/clients/*.test.ts'],
    settings: { NODES: 'sqlite' },
  },
  'clients-on-postgres': {
    files: ['test/clients/*.test.ts'],
    settings: { NODES: 'postgres' },
  },
  'clients-on-opensearch': {
    files: ['test/clients/*.test.ts'],
    settings: { NODES: 'opensearch' },
  },
  /** Random rotations, expiries and revocations of keys are compared with a model. */
  keys: {
    files: ['test/security/key-lifecycle.test.ts'],
    settings: { STEPS: 20_000 },
  },
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => !Object.hasOwn(CAMPAIGNS, name));
if (unknown.length > 0) {
  process.stderr.write(
    `No campaign ${unknown.join(', ')}; there are ${Object.keys(CAMPAIGNS).join(', ')}.\n`,
  );
  process.exit(1);
}

for (const [name, { files, settings }] of Object.entries(CAMPAIGNS)) {
  if (named.length > 0 && !named.includes(name)) continue;
  const env = { ...inText(settings), ...process.env };
  const shown = Object.keys(settings).map((variable) => `${variable}=${env[variable]}`);
  process.stdout.write(`\nCampaign ${name}: ${shown.join(' ')}\n`);
  const { status } = spawnSync(process.execPath, ['test/run.ts', ...globSync([...files]).sort()], {
    env,
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}

function inText(settings: Campaign['settings']): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]));
}
