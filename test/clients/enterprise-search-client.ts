import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { Client, errors } from '@elastic/enterprise-search';
import type { TestService } from '../support/service.ts';

export type AppClient = Client['app'];

/** A client of a running service; it is closed when the test ends. */
export function connected(t: TestContext, service: TestService, token = service.privateKey): AppClient {
  const client = new Client({ url: service.baseUrl, auth: { token } });
  t.after(() => client.close());
  return client.app;
}

/** The error of a call, as this client shows it. */
export async function refusal(call: Promise<unknown>): Promise<[status: number | undefined, body: unknown]> {
  try {
    await call;
  } catch (error) {
    assert.ok(error instanceof errors.ResponseError, String(error));
    assert.equal(error.message, JSON.stringify(error.body));
    return [error.statusCode, error.body];
  }
  throw new assert.AssertionError({ message: 'the call was not rejected' });
}

export const NO_ENGINE = [404, { errors: ['Could not find engine.'] }];
export const MAY_NOT = [401, { errors: ['Unauthorized action.'] }];
export const UNKNOWN = [401, { error: 'Invalid authentication token.' }];
