import type { TestContext } from 'node:test';
import { type Answer, startTestService, type TestService } from '../support/service.ts';

export type Json = Record<string, unknown>;

/** Calls the credentials endpoint with the admin key. */
type Call = (method: string, path?: string, body?: unknown) => Promise<Answer>;

export async function endpoint(t: TestContext, settings = {}): Promise<{ service: TestService; call: Call }> {
  const service = await startTestService(t, settings);
  return {
    service,
    call: (method, path = '', body) =>
      service.call(method, `/credentials${path}`, { key: service.adminKey, body }),
  };
}

/** A credential without the members that differ each time. */
export const settingsOf = ({ id: _, key: __, ...settings }: Json): Json => settings;

export const refusal = (answer: Answer): unknown => [answer.status, answer.json];
export const refused = (...messages: string[]): unknown => [400, { errors: messages }];
export const NOT_FOUND = [404, { errors: ['Could not find credential.'] }];

export const MISSING_NAME = 'Missing required parameter: name';
export const MISSING_TYPE = 'Missing required parameter: type';
export const WRONG_TYPE = 'Type is not included in the list';
export const WRONG_NAME = 'Name can only contain letters, numbers, and hyphens';
export const LONG_NAME = 'Name cannot contain more than 64 characters';
export const TAKEN = 'Name is already taken';
export const NO_ENGINES = 'Engines are required';
export const NO_LIST = 'Engines must be an array of engine names';
export const BOTH_SCOPES = 'Engines cannot be named together with access_all_engines';
export const ADMIN_SCOPE = 'Admin keys cannot be limited to engines';
export const NO_RIGHTS = 'Private keys need read or write access';

export const ALL = { access_all_engines: true };
export const BOTH = { read: true, write: true };
