import { bodyLimitOf, type JsonSchema, type Operation, type Route } from '../api/route.ts';
import { API_PREFIX, V0_PREFIX } from './api-prefix.ts';
import { PERMISSIONS } from './permissions.ts';

const REQUIRED_KEY = {
  search: 'a search key, a signed search key, or a private key with read access',
  read: 'a private key with read access',
  write: 'a private key with write access',
  credentials: 'an admin key',
} as const;

const json = (schema: JsonSchema, mediaType = 'application/json') => ({ [mediaType]: { schema } });
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const refusal = (description: string, schema: string) => ({ description, content: json(reference(schema)) });

const components = {
  securitySchemes: {
    key: { type: 'http', scheme: 'bearer', description: 'An API key or a signed search key.' },
    auth_token: { type: 'apiKey', in: 'query', name: 'auth_token' },
    basic: { type: 'http', scheme: 'basic', description: 'Name and password of an owner of the account.' },
  },
  schemas: {
    Errors: {
      type: 'object',
      required: ['errors'],
      properties: { errors: { type: 'array', items: { type: 'string' } } },
    },
    AuthenticationError: {
      oneOf: [
        { type: 'object', required: ['error'], properties: { error: { type: 'string' } } },
        reference('Errors'),
      ],
    },
  },
};

function parametersOf(route: Route): object[] {
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const inQuery = Object.entries(route.operation.query ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema,
  }));
  return [...inPath, ...inQuery];
}

/** Media types that are described in words. */
const described = (types: Readonly<Record<string, string>> = {}): object =>
  Object.fromEntries(
    Object.entries(types).map(([type, description]) => [type, { schema: { type: 'string', description } }]),
  );

const responseOf = ({ answer, mediaType, alternatives }: Operation): object => ({
  description: 'Success.',
  content: { ...json(answer, mediaType), ...described(alternatives) },
});

/** The OpenAPI 3.1 description, generated from the routes. */
export function openApi(routes: readonly Route[], version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const { operation } = route;
    const address = route.path.replace(/:(\w+)/g, '{$1}');
    const permission = PERMISSIONS[`${route.method} ${route.path}`];
    const who = permission === undefined ? '' : `Requires ${REQUIRED_KEY[permission.right]}.`;
    const methods = paths[address] ?? {};
    paths[address] = methods;
    methods[route.method.toLowerCase()] = {
      operationId: operation.id,
      ...(route.isInV0 && { servers: [{ url: API_PREFIX }, { url: V0_PREFIX }] }),
      summary: operation.summary,
      description: [operation.description, who].filter(Boolean).join(' '),
      tags: [route.path.split('/')[route.level === 'engine' ? 3 : 1] ?? 'engines'],
      parameters: parametersOf(route),
      ...(operation.body && {
        requestBody: {
          required: false,
          content: { ...json(operation.body), ...described(operation.otherBodies) },
        },
      }),
      responses: {
        200: responseOf(operation),
        400: refusal('Invalid request.', 'Errors'),
        401: refusal('No key, an unknown key, or a key without this permission.', 'AuthenticationError'),
        413: refusal(`The body has more than ${bodyLimitOf(route)} bytes.`, 'Errors'),
        ...(route.path.includes(':') && { 404: refusal('Not found.', 'Errors') }),
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Findling',
      version,
      description: 'A self-hosted search service that speaks the App Search API.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: API_PREFIX }],
    security: [{ key: [] }, { auth_token: [] }, { basic: [] }],
    paths,
    components,
  };
}
