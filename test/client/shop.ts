import { type ClientOptions, FindlingClient } from '../../packages/client/src/index.ts';
import type { TestService } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';

export const SCHEMA = { title: 'text', price: 'number', published: 'date', place: 'geolocation' } as const;

/** A client of a service, by default that of the file and with its private key. */
export function clientOf(service: TestService, options: Partial<ClientOptions> = {}): FindlingClient {
  return new FindlingClient({ url: service.baseUrl, key: service.privateKey, ...options });
}

/** A client of the service of the file, and a new engine with the fields of books. */
export async function shop(options: Partial<ClientOptions> = {}) {
  const service = await sharedService();
  const name = await service.engine({ schema: SCHEMA });
  const findling = clientOf(service, options);
  return { service, findling, name, books: findling.engine(name, { schema: SCHEMA }) };
}
