import { accountRoute, engineRoute, type JsonSchema, type Operation, type Route } from '../api/route.ts';
import {
  anyObjectShape,
  booleanShape,
  integerShape,
  listShape,
  named,
  objectShape,
  pageMetaSchema,
  textShape,
} from '../api/shapes.ts';
import type { AccountLogSettings, LogSettings } from '../events/log-settings.ts';
import { limits } from '../limits.ts';
import type { ApiLogs } from './api-logs.ts';
import { logSettingsJson, parseLogSettings } from './log-settings-request.ts';

const moment: JsonSchema = { type: 'string', description: 'RFC 3339.' };

const logRequest = named('ApiLogRequest', {
  type: 'object',
  required: ['filters'],
  properties: {
    filters: {
      type: 'object',
      required: ['date'],
      properties: {
        date: { type: 'object', required: ['from', 'to'], properties: { from: moment, to: moment } },
        status: {
          type: ['integer', 'string'],
          description: 'One status, or a class of them such as `4xx`.',
        },
        method: textShape,
        key_name: textShape,
        id: {
          type: ['integer', 'object'],
          description: 'One id, or a range with `from` and `to`.',
          properties: { from: { type: 'integer' }, to: { type: 'integer' } },
        },
      },
    },
    query: { ...textShape, description: 'A part of the path with its query string.' },
    sort_direction: { enum: ['asc', 'desc', 'ASC', 'DESC'], default: 'asc' },
    page: {
      type: 'object',
      properties: {
        size: { type: 'integer', maximum: limits.apiLogPerPage.most, default: limits.apiLogPerPage.default },
        current: { type: 'integer', maximum: limits.searchPage },
      },
    },
  },
});

const logEntry = named(
  'ApiLogEntry',
  objectShape({
    id: integerShape,
    timestamp: textShape,
    http_method: textShape,
    path: textShape,
    full_request_path: textShape,
    status: integerShape,
    request_body: textShape,
    response_body: textShape,
    user_agent: textShape,
    key_name: textShape,
    key_type: { enum: ['search', 'private', 'admin', 'signed', ''] },
    duration_ms: integerShape,
  }),
);

const logAnswer = named(
  'ApiLog',
  objectShape({
    results: listShape(logEntry),
    meta: objectShape({
      query: textShape,
      filters: anyObjectShape,
      sort_direction: textShape,
      page: pageMetaSchema,
    }),
  }),
);

const kind = {
  enabled: booleanShape,
  retention_days: { type: ['integer', 'null'], minimum: 1 },
  max_retention_days: { type: 'integer', description: 'The limit of the instance; ignored in requests.' },
};
const kindChange: JsonSchema = { type: 'object', properties: kind };
const settingsChangeShape: JsonSchema = {
  type: 'object',
  properties: { api: kindChange, analytics: kindChange },
};
const settings = named(
  'LogSettings',
  objectShape({
    api: objectShape({ ...kind, retention_days: integerShape }),
    analytics: objectShape({ ...kind, retention_days: integerShape }),
  }),
);

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
  const { retention } = logSettings;
  const json = (of: AccountLogSettings): object => logSettingsJson(of, retention);
  const change = (method: 'PUT' | 'PATCH', id: string): Route =>
    accountRoute({
      method,
      path,
      operation: {
        id,
        summary: 'Change what is recorded and kept',
        body: settingsChangeShape,
        answer: settings,
      },
      async answer({ caller, params, precondition }) {
        const settingsChange = parseLogSettings(await params(), retention);
        return json(await logSettings.set(caller.account.id, settingsChange, precondition));
      },
    });
  const operation = (id: string, summary: string): Operation => ({ id, summary, answer: settings });
  return [
    accountRoute({
      method: 'GET',
      path,
      operation: operation('getLogSettings', 'Show what is recorded and kept'),
      answer: async ({ caller }) => json(await logSettings.read(caller.account.id)),
    }),
    change('PUT', 'putLogSettings'),
    change('PATCH', 'patchLogSettings'),
    accountRoute({
      method: 'DELETE',
      path,
      operation: operation('deleteLogSettings', 'Restore the default log settings'),
      answer: async ({ caller, precondition }) =>
        json(await logSettings.set(caller.account.id, null, precondition)),
    }),
  ];
}
