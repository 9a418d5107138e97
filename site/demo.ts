/**
 * Serves the documentation with a search box that asks Findling: builds the site, starts a service with an empty folder,
 * indexes the pages section by section, and serves both until it is stopped.
 *
 *   npm run site:demo
 *   npm run site:demo -- --port 8080
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { readConfig } from '../src/config.ts';
import { startService } from '../src/main.ts';
import { SiteError } from './pages.ts';
import { createSearchKey, ENGINE, fillEngine } from './search-engine.ts';
import { buildSite } from './site.ts';
import { staticServer } from './static-server.ts';

const HOST = '127.0.0.1';
const { values } = parseArgs({ options: { port: { type: 'string', default: '3003' } } });
const port = Number(values.port);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  process.stderr.write(`--port is "${values.port}", but it must be a whole number from 0 to 65535.\n`);
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'findling-site-'));
const newKey = (kind: string): string => `${kind}-${randomBytes(12).toString('hex')}`;
const keys = { privateKey: newKey('private'), adminKey: newKey('admin') };
const config = readConfig(
  {
    FINDLING_DATA: join(folder, 'data'),
    FINDLING_HOST: HOST,
    FINDLING_PORT: '0',
    FINDLING_SAMPLE: 'off',
    FINDLING_PRIVATE_KEY: keys.privateKey,
    FINDLING_ADMIN_KEY: keys.adminKey,
  },
  {},
);
const service = await startService(config, pino({ level: 'warn' }));
const server = await serve().catch(async (error) => {
  await close();
  if (!(error instanceof SiteError) && error.code !== 'EADDRINUSE') throw error;
  const inUse = `Port ${port} is in use. Choose another one with --port.`;
  process.stderr.write(`${error instanceof SiteError ? error.message : inUse}\n`);
  process.exit(1);
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    server.close();
    server.closeAllConnections();
    void close();
  });

/** Builds, indexes and serves the site. */
async function serve() {
  const url = `http://${HOST}:${service.addresses[0]?.port}`;
  const key = await createSearchKey({ url, ...keys });
  const output = join(folder, 'site');
  const { pages, documents } = await buildSite({ output, search: { url, engine: ENGINE, key } });
  await fillEngine({ url, ...keys }, documents);
  const started = staticServer(output).listen(port, HOST);
  await once(started, 'listening');
  const { port: listening } = started.address() as AddressInfo;
  process.stdout.write(
    `${pages.length} pages with ${documents.length} sections\n` +
      `Documentation  http://${HOST}:${listening}/\n` +
      `Findling       ${url}/ (engine ${ENGINE})\n`,
  );
  return started;
}

async function close(): Promise<void> {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
}
