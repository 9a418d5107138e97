import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import type { ShadowState } from '../../src/shadow/shadow-searches.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Keys that both services have. */
export const KEYS = {
  FINDLING_PRIVATE_KEY: 'private-testtesttesttest',
  FINDLING_SEARCH_KEY: 'search-testtesttesttest',
};

export const DOCUMENTS = [
  { id: 'a', title: 'red shoe', color: 'red' },
  { id: 'b', title: 'red boot', color: 'red' },
  { id: 'c', title: 'blue shoe', color: 'blue' },
];

/** A service that copies all its searches to `url`, with an engine `shoes`. */
export async function shadowedService(
  t: TestContext,
  url: string,
  settings: Record<string, string> = {},
): Promise<TestService> {
  const service = await startTestService(t, {
    ...KEYS,
    FINDLING_SHADOW_URL: url,
    FINDLING_SHADOW_SHARE: '100%',
    ...settings,
  });
  await service.call('POST', '/engines', { body: { name: 'shoes' } });
  await service.call('POST', '/engines/shoes/documents', { body: DOCUMENTS });
  return service;
}

export const stateOf = ({ service }: TestService): ShadowState => {
  if (service.shadow === undefined) throw new Error('shadow mode is off');
  return service.shadow.state;
};

/** Waits until every copy is compared, failed or dropped. */
export const copied = (service: TestService): Promise<void> =>
  until('all copies are done', async () => {
    const { sampled, compared, failed, dropped } = stateOf(service);
    return compared + failed + dropped === sampled;
  });

export const search = (service: TestService, body: object, key?: string) =>
  service.call('POST', '/engines/shoes/search', { body, ...(key !== undefined && { key }) });

/** An address at which every request is handled by `answer`. */
export async function serverWith(
  t: TestContext,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close().closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}`, requests };
}
