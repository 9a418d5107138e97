import type { Answer, TestService } from '../support/service.ts';

/*
 * Clients in other languages cannot run here. The tests beside this file send the requests that they are known to
 * send, header by header where it matters, and compare with what their own test suites expect of the answers.
 */

/** Sends as one client does: its headers with every request. */
export const sending =
  (service: TestService, headers: Record<string, string>, key?: string) =>
  (method: string, path: string, body?: unknown): Promise<Answer> =>
    service.call(method, path, {
      headers,
      ...(key !== undefined && { key }),
      ...(body !== undefined && { body }),
    });

export const statusAndBody = ({ status, json }: Answer): [number, unknown] => [status, json];
