import { accountRoute, engineRoute, type JsonSchema, type Operation, type Route } from '../api/route.ts';
import { pageMetaSchema } from '../api/shapes.ts';
import type { LogSettings } from '../events/log-settings.ts';
import { limits } from '../limits.ts';
import type { ApiLogs } from './api-logs.ts';
import { logSettingsJson, parseLogSettings } from './log-settings-request.ts';

const text: JsonSchema = { type: 'string' };
const moment: JsonSchema = { type: 'string', description: 'RFC 3339.' };

const logRequest: JsonSchema = {
  type: 'object',
  required: ['filters'],
  properties: {
    filters: {
      type: 'object',
      required: ['date'],
      properties: {
        date: { type: 'object', required: ['from', 'to'], properties: { from: moment, to: moment } },
        status: { type: 'integer' },
        method: text,
      },
    },
    query: { ...text, description: 'A part of the path with its query string.' },
    sort_direction: { enum: ['asc', 'desc', 'ASC', 'DESC'], default: 'asc' },
    page: {
      type: 'object',
      properties: {
        size: { type: 'integer', maximum: limits.apiLogPerPage.most, default: limits.apiLogPerPage.default },
        current: { type: 'integer', maximum: limits.searchPage },
      },
    },
  },
};

const logAnswer: JsonSchema = {
  type: 'object',
  properties: {
    results: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          timestamp: text,
          http_method: text,
          path: text,
          full_request_path: text,
          status: { type: 'integer' },
          request_body: text,
          response_body: text,
          user_agent: text,
        },
      },
    },
    meta: {
      type: 'object',
      properties: { query: text, filters: { type: 'object' }, sort_direction: text, page: pageMetaSchema },
    },
  },
};

const enabled: JsonSchema = { type: 'object', properties: { enabled: { type: 'boolean' } } };
const settings: JsonSchema = { type: 'object', properties: { api: enabled, analytics: enabled } };

/** The API log of an engine. */
export function apiLogRoutes(logs: ApiLogs): Route[] {
  const route = (method: 'GET' | 'POST', id: string): Route =>
    engineRoute({
      method,
      path: '/engines/:engine/logs/api',
      operation: { id, summary: 'List the requests to an engine', body: logRequest, answer: logAnswer },
      answer: async ({ engine, params }) => logs.list(engine, await params()),
    });
  return [route('GET', 'getApiLogs'), route('POST', 'apiLogs')];
}

/** What is recorded of all engines of an account. */
export function logSettingsRoutes(logSettings: LogSettings): Route[] {
  const path = '/log_settings';
  const change = (method: 'PUT' | 'PATCH', id: string): Route =>
    accountRoute({
      method,
      path,
      operation: { id, summary: 'Turn the API log or analytics on or off', body: settings, answer: settings },
      answer: async ({ caller, params }) =>
        logSettingsJson(await logSettings.set(caller.account.id, parseLogSettings(await params()))),
    });
  const operation = (id: string, summary: string): Operation => ({ id, summary, answer: settings });
  return [
    accountRoute({
      method: 'GET',
      path,
      operation: operation('getLogSettings', 'Show whether the API log and analytics are on'),
      answer: async ({ caller }) => logSettingsJson(logSettings.of(caller.account.id)),
    }),
    change('PUT', 'putLogSettings'),
    change('PATCH', 'patchLogSettings'),
    accountRoute({
      method: 'DELETE',
      path,
      operation: operation('deleteLogSettings', 'Turn the API log and analytics on, as by default'),
      answer: async ({ caller }) => logSettingsJson(await logSettings.set(caller.account.id, null)),
    }),
  ];
}
