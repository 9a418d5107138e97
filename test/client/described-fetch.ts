import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Description, Schema } from '../../packages/client/generate.ts';
import { request } from '../support/service.ts';

type Fetch = typeof globalThis.fetch;
type Operation = Description['paths'][string][string];
type Content = NonNullable<Operation['responses'][string]['content']>;

/** Sends requests, and checks each body and each answer against the OpenAPI description of the service. */
export interface DescribedFetch {
  readonly fetch: Fetch;
  /** The ids of all operations. */
  readonly operations: ReadonlySet<string>;
  /** The ids of the operations that were called and succeeded. */
  readonly succeeded: ReadonlySet<string>;
}

const PREFIX = '/api/as/v1';

export async function describedFetch(baseUrl: string): Promise<DescribedFetch> {
  const description: Description = (await request(`${baseUrl}/openapi.json`, 'GET')).json;
  const routes = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: new RegExp(`^${PREFIX}${path.replace(/\{\w+\}/g, '[^/]+')}$`),
      // A path without parameters is closer than one with them.
      parameters: path.split('{').length,
      operation,
    })),
  );
  routes.sort((a, b) => a.parameters - b.parameters);
  const check = checker(description);
  const succeeded = new Set<string>();

  const fetch: Fetch = async (input, init = {}) => {
    const { pathname } = new URL(String(input));
    const route = routes.find(({ method, path }) => method === init.method && path.test(pathname));
    assert.ok(route, `${init.method} ${pathname} is not described`);
    const { operationId, requestBody, responses } = route.operation;
    const sentType = new Headers(init.headers).get('content-type') ?? '';
    if (sentType === 'application/json') {
      check(`the body of ${operationId}`, requestBody?.content, sentType, JSON.parse(String(init.body)));
    }
    const response = await globalThis.fetch(input, init);
    const { status } = response;
    const where = `the answer ${status} of ${operationId}`;
    const answer = responses[status];
    assert.ok(answer, `${where} is not described`);
    const text = await response.clone().text();
    const type = (response.headers.get('content-type') ?? '').replace(/;.*/, '');
    if (answer.content === undefined) assert.equal(text, '', where);
    else if (type === 'application/json') check(where, answer.content, type, JSON.parse(text));
    else if (operationId === 'exportDocuments') {
      for (const line of text.split('\n').slice(0, -1)) check(where, answer.content, type, JSON.parse(line));
    }
    if (status === 200) succeeded.add(operationId);
    return response;
  };
  return {
    fetch,
    operations: new Set(routes.map(({ operation }) => operation.operationId)),
    succeeded,
  };
}

/** Checks values against schemas of the description, in which objects have no members that it does not name. */
function checker({ components }: Description) {
  const ajv = new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    strictRequired: false,
    formats: { 'date-time': (text: string) => !Number.isNaN(Date.parse(text)) },
  });
  ajv.addVocabulary(['components']);
  const schemas = Object.fromEntries(
    Object.entries(components.schemas).map(([name, schema]) => [name, closed(schema)]),
  );
  const compiled = new Map<Schema, ValidateFunction>();
  return (where: string, content: Content | undefined, type: string, value: unknown): void => {
    const schema = content?.[type]?.schema;
    assert.ok(schema, `${where} is not described as ${type}`);
    const validate = compiled.get(schema) ?? ajv.compile({ ...closed(schema), components: { schemas } });
    compiled.set(schema, validate);
    assert.ok(
      validate(value),
      `${where} is not as described: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(value, null, 1)}`,
    );
  };
}

/** A copy of a schema in which objects that name members have no others, unless it says so. */
function closed(schema: Schema): Schema {
  const { properties, items, anyOf, oneOf, additionalProperties: others, ...rest } = schema;
  return {
    ...rest,
    ...(properties !== undefined && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, closed(one)])),
      additionalProperties: false,
    }),
    ...(others !== undefined && {
      additionalProperties: typeof others === 'object' ? closed(others) : others,
    }),
    ...(items !== undefined && { items: closed(items) }),
    ...(anyOf !== undefined && { anyOf: anyOf.map(closed) }),
    ...(oneOf !== undefined && { oneOf: oneOf.map(closed) }),
  };
}
