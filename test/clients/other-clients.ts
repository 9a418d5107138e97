import type { Answer, TestService } from '../support/service.ts';

/*
 * Clients in other languages cannot run here. The tests next to this file send the requests that they are known to
 * send, with the same headers where it matters, and check the responses by the expectations of the clients' own test
 * suites.
 */

/** Sends requests like a client, with its headers. */
export const sending =
  (service: TestService, headers: Record<string, string>, key?: string) =>
  (method: string, path: string, body?: unknown): Promise<Answer> =>
    service.call(method, path, {
      headers,
      ...(key !== undefined && { key }),
      ...(body !== undefined && { body }),
    });

export const statusAndBody = ({ status, json }: Answer): [number, unknown] => [status, json];
