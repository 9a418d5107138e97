import { MigrationError } from './migration-error.ts';
import { RemoteError } from './remote-error.ts';
import type { RemoteService } from './remote-service.ts';
import { sentences } from './sentences.ts';
import { listed } from './source-shapes.ts';

type Side = 'source' | 'target';

/** Checks that there is an App Search API at an address and that the key may read engines; says what is wrong. */
export async function contact(side: Side, remote: RemoteService): Promise<void> {
  try {
    listed(await remote.json('GET', '/engines?page[current]=1&page[size]=1'), 'a list of engines');
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    throw new MigrationError(complaint(side, remote.url, error));
  }
}

/** Checks that a key may create engines. The request is incomplete, so that nothing happens. */
export async function assertWritable(remote: RemoteService): Promise<void> {
  try {
    await remote.json('POST', '/engines', {});
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    if (error.status === 400) return;
    throw new MigrationError(error.status === 401 ? sentences.noWriteAccess : error.message);
  }
}

function complaint(side: Side, url: string, error: RemoteError): string {
  const { status, message, isOfApi, location } = error;
  if (status === undefined) return sentences.unreachable(side, url, reasonIn(message));
  if (status >= 300 && status < 400) return sentences.redirected(side, url, originOf(location, url));
  if (status === 401 || status === 403) {
    return message === 'Unauthorized action.'
      ? sentences.noReadAccess(side)
      : sentences.wrongKey(side, message);
  }
  return isOfApi && status !== 404 ? message : sentences.notAppSearch(side, url);
}

/** `ECONNREFUSED` of "The connection to … failed: ECONNREFUSED.". */
const reasonIn = (message: string): string => /failed: (.*)\.$/.exec(message)?.[1] ?? message;

/** Without path and query, which may have secrets. */
const originOf = (location: string | undefined, url: string): string =>
  location !== undefined && URL.canParse(location, url) ? new URL(location, url).origin : 'another address';
