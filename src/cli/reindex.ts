import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isServed } from '../composition/instance.ts';
import { rebuildOffline } from '../composition/offline-rebuild.ts';
import { refusalName, requestName } from '../composition/rebuild-requests.ts';
import { DataError } from '../store/migrations/migrations.ts';
import { type Command, print, UsageError, withAccount } from './command.ts';
import { engineOf } from './verify.ts';

/** How often to look whether the server is done, in milliseconds. */
const LOOK_EVERY = 50;

/** Builds the search index of an engine anew: by the server that runs on the data, or, if none does, right here. */
export const reindexCommand: Command = {
  async run(invocation) {
    const { config, positionals } = invocation;
    const [name, ...rest] = positionals;
    if (name === undefined || rest.length > 0) throw new UsageError('Say `findling reindex ENGINE`.');
    const { id, documentCount } = await withAccount(invocation, ({ store }, account) =>
      engineOf(store, account.id, name),
    );
    const started = Date.now();
    if (isServed(config.data)) await askServer(join(config.data, 'index'), id, config.data);
    else await rebuildOffline(config, id);
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    print(
      invocation,
      { engine: name, documents: documentCount, seconds: Number(seconds) },
      `The search index of ${name} was built anew from ${documentCount} documents in ${seconds} s.`,
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
      throw new DataError('The service has ended meanwhile; its next start builds the index anew.');
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
  }
  if (!existsSync(refusal)) return;
  const reason = await readFile(refusal, 'utf8');
  await rm(refusal, { force: true });
  throw new DataError(`The index could not be built: ${reason}`);
}
