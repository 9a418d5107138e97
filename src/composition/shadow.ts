import type { Logger } from 'pino';
import { BoundedClient } from '../comparison/bounded-client.ts';
import type { Config } from '../config.ts';
import { ShadowLog } from '../shadow/shadow-log.ts';
import { COPY_HEADER, MOST_RUNNING, ShadowSearches } from '../shadow/shadow-searches.ts';

/** Milliseconds until a copy has to be answered. */
const TIMEOUT = 5000;
/** Bytes of an answer: parsing more would hold up the main thread. */
const ANSWER_BYTES = 512 * 1024;

/** Shadow mode with its file in the data folder; undefined if it is off. */
export function openShadow(config: Config, apiUrlOf: (url: string) => string, log: Logger) {
  const { shadowUrl, shadowShare, shadowKey, data } = config;
  if (shadowUrl === undefined) return undefined;
  const shadow: ShadowSearches = new ShadowSearches({
    remote: new BoundedClient({
      apiUrl: apiUrlOf(shadowUrl),
      timeout: TIMEOUT,
      answerBytes: ANSWER_BYTES,
      connections: MOST_RUNNING,
      headers: { [COPY_HEADER]: '1' },
    }),
    log: new ShadowLog({
      folder: data,
      onLost: (lines, error) => shadow.lost(lines, (error as Error).message),
    }),
    share: shadowShare,
    key: shadowKey,
    warn: (message, facts) => log.warn(facts, message),
  });
  log.info({ service: shadowUrl, share: shadowShare }, 'shadow mode: copies of searches are sent');
  return {
    searches: shadow,
    async close(): Promise<void> {
      await shadow.close();
      log.info(shadow.state, 'shadow mode has ended');
    },
  };
}
