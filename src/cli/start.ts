import { WaitEnded } from '../composition/database.ts';
import { readConfig } from '../config.ts';
import { linkPath } from '../dashboard-api/one-time-links.ts';
import { startService } from '../main.ts';
import { banner, bannerJson } from './banner.ts';
import { baseUrl } from './base-url.ts';
import { type Command, print, UsageError } from './command.ts';

export const startCommand: Command = {
  async run(invocation) {
    const { config, positionals } = invocation;
    if (positionals.length > 0)
      throw new UsageError(`\`findling start\` does not take the argument "${positionals[0]}".`);
    // Registered before anything is opened. A second signal (npm and the terminal both send one) has no effect.
    const { promise: stop, resolve } = Promise.withResolvers<void>();
    const starting = new AbortController();
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      process.on(signal, () => {
        starting.abort();
        resolve();
      });
    }
    // When its event loop is empty, Node removes these handlers before it ends, and a further signal would kill it.
    // `process.exit` keeps them.
    process.once('beforeExit', () => process.exit());

    // Files are readable by the service's own user only.
    process.umask(0o077);
    const service = await startService(config, undefined, undefined, starting.signal).catch((error) => {
      if (error instanceof WaitEnded) return undefined;
      throw error;
    });
    if (service === undefined) return 0;
    const port = service.addresses[0]?.port ?? config.port;
    const facts = {
      baseUrl: baseUrl({ host: config.host, port }),
      domain: config.domain,
      hostIdentifier: service.defaultAccount.hostIdentifier,
      first: service.firstAccount,
      setupPath: service.setupToken === undefined ? undefined : linkPath('setup', service.setupToken),
      hasPages: service.hasPages,
      sample: config.sample,
      data: config.data === readConfig({}, {}).data ? undefined : config.data,
    };
    print(invocation, bannerJson(facts), banner(facts));
    await stop;
    await service.close();
    return 0;
  },
};
