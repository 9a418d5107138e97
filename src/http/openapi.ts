import { isDeepStrictEqual } from 'node:util';
import { bodyLimitOf, type JsonSchema, type Operation, type Route } from '../api/route.ts';
import { errorsSchema, named, objectShape, reference, textShape } from '../api/shapes.ts';
import { API_PREFIX, V0_PREFIX } from './api-prefix.ts';
import { PERMISSIONS } from './permissions.ts';

const REQUIRED_KEY = {
  search: 'a search key, a signed search key, or a private key with read access',
  read: 'a private key with read access',
  write: 'a private key with write access',
  credentials: 'an admin key',
} as const;

const json = (schema: JsonSchema, mediaType = 'application/json') => ({ [mediaType]: { schema } });
const refusal = (description: string, schema: JsonSchema) => ({ description, content: json(schema) });

const SECURITY_SCHEMES = {
  key: { type: 'http', scheme: 'bearer', description: 'An API key or a signed search key.' },
  auth_token: { type: 'apiKey', in: 'query', name: 'auth_token' },
  basic: { type: 'http', scheme: 'basic', description: 'Name and password of an owner of the account.' },
};

const ERROR = named('Error', objectShape({ error: textShape }));
const AUTHENTICATION_ERROR = named('AuthenticationError', { oneOf: [ERROR, errorsSchema] });
const LATER = '`Retry-After` says when to try again.';

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

const responseOf = ({ answer, mediaType, alternatives }: Operation): object =>
  answer === null
    ? { description: 'Success. The response has no body.' }
    : { description: 'Success.', content: { ...json(answer, mediaType), ...described(alternatives) } };

function operationOf(route: Route): object {
  const { operation } = route;
  const permission = PERMISSIONS[`${route.method} ${route.path}`];
  const who = permission === undefined ? '' : `Requires ${REQUIRED_KEY[permission.right]}.`;
  return {
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
      400: refusal('Invalid request.', operation.refusal ?? errorsSchema),
      401: refusal('No key, an unknown key, or a key without this permission.', AUTHENTICATION_ERROR),
      413: refusal(`The body has more than ${bodyLimitOf(route)} bytes.`, errorsSchema),
      ...(route.path.includes(':') && { 404: refusal('Not found.', errorsSchema) }),
      429: refusal(`Too many requests of this key or address. ${LATER}`, ERROR),
      503: refusal(`The service is busy, starting or shutting down. ${LATER}`, errorsSchema),
    },
  };
}

/** Collects the schemas that have a title, so that each is described once. */
class NamedSchemas {
  readonly #byTitle = new Map<string, unknown>();

  /** By title in alphabetical order. */
  get all(): object {
    return Object.fromEntries([...this.#byTitle].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** A copy of a part of the description, with references in place of the schemas that have a title. */
  collect(part: unknown): unknown {
    if (Array.isArray(part)) return part.map((item) => this.collect(item));
    if (typeof part !== 'object' || part === null) return part;
    const { title, ...members } = Object.fromEntries(
      Object.entries(part).map(([name, member]) => [name, this.collect(member)]),
    );
    // A schema may have a property of this name, which is an object.
    if (typeof title !== 'string') return title === undefined ? members : { title, ...members };
    const known = this.#byTitle.get(title);
    if (known !== undefined && !isDeepStrictEqual(known, members)) {
      throw new Error(`Two schemas have the title ${title}.`);
    }
    this.#byTitle.set(title, members);
    return reference(title);
  }
}

/** The OpenAPI 3.1 description, generated from the routes. */
export function openApi(routes: readonly Route[], version: string): object {
  const schemas = new NamedSchemas();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const address = route.path.replace(/:(\w+)/g, '{$1}');
    const methods = paths[address] ?? {};
    paths[address] = methods;
    methods[route.method.toLowerCase()] = schemas.collect(operationOf(route));
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
    components: { securitySchemes: SECURITY_SCHEMES, schemas: schemas.all },
  };
}
