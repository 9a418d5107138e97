import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasDataFolder } from '../composition/data-folder.ts';
import { indexFolder } from '../composition/index-folder.ts';
import { isServed } from '../composition/instance.ts';
import { rebuildOffline } from '../composition/offline-rebuild.ts';
import { refusalName, requestName } from '../composition/rebuild-requests.ts';
import { DataError } from '../store/migrations/migrations.ts';
import { type Command, print, UsageError, withAccount } from './command.ts';
import { engineOf } from './verify.ts';

/** Polling interval while the server rebuilds, in milliseconds. */
const POLL_INTERVAL = 50;

/** Rebuilds the search index of an engine: in the server that runs on the data folder, or else in this process. */
export const reindexCommand: Command = {
  async run(invocation) {
    const { config, positionals } = invocation;
    const [name, ...rest] = positionals;
    if (name === undefined || rest.length > 0) throw new UsageError('Usage: `findling reindex ENGINE`.');
    const { id, documentCount } = await withAccount(invocation, ({ store }, account) =>
      engineOf(store, account.id, name),
    );
    const started = Date.now();
    if (hasDataFolder(config) && isServed(config.data)) await askServer(indexFolder(config), id, config.data);
    else await rebuildOffline(config, id);
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    print(
      invocation,
      { engine: name, documents: documentCount, seconds: Number(seconds) },
      `Rebuilt the search index of ${name} from ${documentCount} documents in ${seconds} s.`,
    );
    return 0;
  },
};

async function askServer(folder: string, engineId: number, data: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const request = join(folder, requestName(engineId));
  const refusal = join(folder, refusalName(engineId));
  await rm(refusal, { force: true });
  await writeFile(request, '');
  while (existsSync(request)) {
    if (!isServed(data)) {
      throw new DataError('The service has stopped. Its next start rebuilds the index.');
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL));
  }
  if (!existsSync(refusal)) return;
  const reason = await readFile(refusal, 'utf8');
  await rm(refusal, { force: true });
  throw new DataError(`The index could not be rebuilt: ${reason}`);
}
