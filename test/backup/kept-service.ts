import assert from 'node:assert/strict';
import { join } from 'node:path';
import { ROOT } from '../support/command.ts';
import type { TestService } from '../support/service.ts';
import { signedKey } from '../support/signed-key.ts';

// What the kept backups hold. Later versions must restore them and serve this.

export const KEPT = join(ROOT, 'test/fixtures/backups');

export const KEPT_PASSPHRASE = { FINDLING_BACKUP_PASSPHRASE: 'the passphrase of kept backups' };

export const KEPT_KEYS = {
  FINDLING_PRIVATE_KEY: 'private-keptkeptkeptkept',
  FINDLING_SEARCH_KEY: 'search-keptkeptkeptkept',
  FINDLING_ADMIN_KEY: 'admin-keptkeptkeptkept',
};

const ENGINE = '/engines/kept-books';

async function must(service: TestService, method: string, path: string, body?: unknown, key?: string) {
  const answer = await service.call(method, path, { key: key ?? KEPT_KEYS.FINDLING_PRIVATE_KEY, body });
  assert.equal(answer.status, 200, `${method} ${path}: ${answer.text}`);
  return answer.json;
}

/** Writes what `assertKept` expects. */
export async function writeKept(service: TestService): Promise<void> {
  await must(service, 'POST', '/engines', { name: 'kept-books', language: 'en' });
  await must(service, 'POST', `${ENGINE}/documents`, [
    { id: 'dune', title: 'Dune', year: '1965' },
    { id: 'emma', title: 'Emma', year: '1815' },
    { id: 'gone', title: 'A deleted book', year: '1900' },
    { id: 'solaris', title: 'Solaris', year: '1961' },
  ]);
  await must(service, 'DELETE', `${ENGINE}/documents`, ['gone']);
  await must(service, 'POST', `${ENGINE}/schema`, { year: 'number' });
  await service.settled('kept-books');
  await must(service, 'POST', `${ENGINE}/synonyms`, { synonyms: ['ocean', 'solaris'] });
  await must(service, 'POST', `${ENGINE}/curations`, { queries: ['sand'], promoted: ['dune'] });
  await must(service, 'POST', `${ENGINE}/search`, { query: 'solaris', analytics: { tags: ['kept'] } });
}

/** The service has what was written. Data of versions before synonyms and curations has no tuning. */
export async function assertKept(service: TestService, { hasTuning = true } = {}): Promise<void> {
  const found = async (query: string, key?: string): Promise<string[]> => {
    const { results } = await must(service, 'POST', `${ENGINE}/search`, { query }, key);
    return results.map(({ id }: { id: { raw: string } }) => id.raw).sort();
  };
  assert.deepEqual(await found(''), ['dune', 'emma', 'solaris']);
  assert.deepEqual(await found('emma', KEPT_KEYS.FINDLING_SEARCH_KEY), ['emma']);
  if (hasTuning) {
    assert.deepEqual(await found('ocean'), ['solaris']);
    assert.deepEqual(await found('sand'), ['dune']);
  }
  const signer = { name: 'search-key', key: KEPT_KEYS.FINDLING_SEARCH_KEY };
  const signed = signedKey(signer, { filters: { year: { from: 1900 } } });
  assert.deepEqual(await found('', signed), ['dune', 'solaris']);
  assert.deepEqual(await must(service, 'GET', `${ENGINE}/schema`), { title: 'text', year: 'number' });
  const credentials = await must(service, 'GET', '/credentials', undefined, KEPT_KEYS.FINDLING_ADMIN_KEY);
  assert.deepEqual(
    credentials.results.map(({ key }: { key: string }) => key).sort(),
    Object.values(KEPT_KEYS).sort(),
  );
}
